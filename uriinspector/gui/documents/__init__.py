"""The Documents workspace: tables of files and emails, and of the links in them."""
