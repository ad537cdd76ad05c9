"""A case of documents handed on: files, their links, what was decided, what was left out.

``case_model`` is the value, made by the window from its table or by ``scanned`` from documents; the
table of forms stands in ``export.formats``.
"""
