"""Export links, routes, values and sites as SVG images."""
