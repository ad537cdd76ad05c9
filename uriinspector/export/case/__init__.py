"""Export a case: its files and links, the decisions about them, and what was left out.

``case_model`` is the data, which the window makes from its table and ``scanned`` from documents;
the table of formats is in ``export.formats``.
"""
