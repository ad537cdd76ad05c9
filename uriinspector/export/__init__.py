"""Everything that is handed on: one value in, one text out; nothing is written or opened here.

``report`` makes the value that is shown, and one file for each form writes it down: ``markdown``,
``html``, ``svg`` ...; ``formats`` is the table of them, and a new form is a file and a row there.
What machines read is exact; what people read is defanged unless it is asked otherwise.
"""
