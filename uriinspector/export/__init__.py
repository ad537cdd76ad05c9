"""Export results as text, in one module per format; nothing is written to files or opened here.

``report`` collects the values that ``markdown``, ``page`` and other modules format. ``formats`` is
the table of formats: a new format is a module and a row there.

Formats for machines contain links as they are; those for people contain defanged links unless
original ones are requested.
"""
