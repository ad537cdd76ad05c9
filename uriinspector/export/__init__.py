"""Export results as text, with one module per format; nothing is written to files or opened here.

``report`` collects the values that ``markdown``, ``page`` and other modules format. ``formats`` is
the table of formats: a new format is a module and a row in it.

Formats for machines contain original links; formats for people contain defanged links unless
original ones are requested.
"""
