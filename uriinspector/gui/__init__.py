"""The graphical user interface: the only package that imports Qt."""
