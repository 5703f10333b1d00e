r"""Result files that clubs exchange: USEBIO XML, PBN with results, CSV, .bws. Their content is a `ResultFile`.

Used by `clubsite.files` (downloads, and results imported into a session). Dates are text, and figures are the text
that is shown: nothing here computes a match point.

>>> from scoring.files.reading import read_results
>>> read_results(b"board,ns,ew,contract,declarer,tricks\n1,1,2,4S,S,10\n").sections[0].lines[0].score
'420'
"""
