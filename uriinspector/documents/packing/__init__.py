"""7z archives: their header, and the chains of coders by which their files are packed."""
