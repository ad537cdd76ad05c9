"""How archives are packed: the methods of ZIP, the header of 7z and its chains of coders."""
