"""Difficult texts: invisible, reordering and combining characters, and surrogates."""

from hypothesis import strategies as st

CHARACTERS = (
    "ab:/?#@%. \t\r\n\0\x7f\x85\xa0\xad\u0301\u034f\u05d0\u0661\u200b\u200d\u202e\u2028\u2029\u2066"
    "\u2800\u3164\ud800\udc00\ufe0f\ufeff\ufffc\ufffd\uffff\u6f22\u0430"
    "\U0001f600\U0001f468\U000e0041\U0010ffff"
)
NASTY = st.lists(st.sampled_from(CHARACTERS) | st.characters(), max_size=40).map("".join)
