"""The page that takes one reference apart: verdict, components, findings."""
