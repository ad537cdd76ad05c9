"""Export a case: its files and links, the decisions about them, and what was left out.

The data is in ``case_model``: the window creates it from its table, ``scanned`` from documents. The
table of formats is in ``export.formats``.
"""
