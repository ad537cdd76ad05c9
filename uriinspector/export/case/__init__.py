"""A case of documents handed on: files, their links, what was decided, what was left out.

``model`` is the value, made by the window from its table or by ``scanned`` from documents;
``formats`` is the table of forms, each a function from the value to pieces of text.
"""
