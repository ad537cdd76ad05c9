"""The four editions of the URI specification."""
