"""The Documents workspace: what pages and mails link to, in a table."""
