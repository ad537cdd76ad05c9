"""The page that analyzes one link: verdict, components, findings and details."""
