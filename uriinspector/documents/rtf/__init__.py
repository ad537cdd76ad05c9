"""RTF: the text, the fields of links in it, and the HTML that Outlook packs into it."""
