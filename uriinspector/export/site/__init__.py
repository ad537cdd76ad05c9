"""What leaves the program of a folder that is a site: tables by page, and a picture."""
