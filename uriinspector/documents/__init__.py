"""Find and judge the links in files: pages, messages, archives, PDFs, Office files, pictures."""
