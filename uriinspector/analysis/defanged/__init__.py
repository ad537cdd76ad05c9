"""What others have defanged: read by what it leads to, edit by edit."""
