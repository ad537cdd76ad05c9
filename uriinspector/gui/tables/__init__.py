"""Tables and trees of rows: what every page shows lists with."""
