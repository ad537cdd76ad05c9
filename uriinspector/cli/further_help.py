"""The words of ``--help`` for what is set up once: lists, and places on the desktop."""

from __future__ import annotations

LISTS = {
    "lists": """usage: uriinspect lists [options] [KIND]

Shows the lists that links are judged by, with entries and dates, and checks
your own.  With a KIND, prints the built-in list: edit a copy of it to make your
own.  KIND can be one of these, or the name of any list that --all shows:

  known-names  names that others imitate, and the domains of their owners
  services     hosts where many people can publish, and link shorteners
  rewriters    services that put other links into their own
  parameters   what the parts of links mean, for "uriinspect values"

  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
               your own list instead of the built-in one; if its first lines say
               "# extends: shipped" (known-names) or extends = "shipped"
               (the others), in addition to it.  A file with an error is not
               used
  --all        show every dated list and table by its file name, with its date
               and origin, and which are more than a year old
  --update FILE ...
               use FILE in place of the built-in list of the same file name from
               now on, in the window too.  It is checked first, and has to be
               dated no earlier.  Lists newer than the program, without a new
               release
  --restore NAME ...
               use the built-in list NAME again, or "all" of them
  --json       print the lists as JSON; with --all, every list and table

Files are UTF-8, at most 4 MB (known-names) or 1 MB (the others).

A row of known-names has 5 columns with tabs between them:
  name     what others imitate: one label, such as examplebank
  kind     name, or another of the kinds in the first lines of the built-in list
  pack     a group of your choice, such as banks
  source   who says that the domains belong to the name, such as own.  With
           typed or unverified, the domains can be reported as imitations
  domains  with spaces between them; the first one is shown in messages.  =other
           adds all domains of a name in a row above
Each row of a name adds domains to it.

The first lines of a built-in list explain the fields of the last three.

examples:
  uriinspect lists
  uriinspect lists known-names
  uriinspect lists rewriters
  uriinspect lists --all
""",
}

DESKTOP = {
    "desktop": """usage: uriinspect desktop [options]

Has web links and files inspected from the desktop.  Without options, shows what
is chosen.  Only files in your home folder change.  For Linux and BSD desktops.

  --handle-links  make URI Inspector the handler of http and https links: a
                  click in an email program shows the inspection, and nothing
                  opens.  To visit a page, copy its link into your browser
  --file-menus    offer "Inspect with URI Inspector" in the menus of Dolphin,
                  Nemo, PCManFM, Nautilus and Caja, and in Thunar's "Send To"
  --undo          take both back: the handler of before handles links again,
                  unless another one was chosen since

examples:
  uriinspect desktop
""",
}
