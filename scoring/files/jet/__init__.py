"""Access files (.mdb, and the .bws of Bridgemates): tables read from Jet 3 (Access 97) and Jet 4 (Access 2000 to 2003),
and written as Jet 4.

Only what a Bridgemate's file needs: no queries, forms, passwords, or tables linked from elsewhere. How the pages are
laid out was found by the authors of mdbtools and Jackcess; none of their code is in here.

>>> from scoring.files.jet.reading import read_tables
>>> from scoring.files.jet.shapes import Column, Kind, Table
>>> from scoring.files.jet.writing import write_database
>>> data = write_database([Table("Section", (Column("ID", Kind.INTEGER), Column("Letter", Kind.TEXT, 2)), [(1, "A")])])
>>> read_tables(data, {"Section": ("ID", "Letter")})
{'Section': [{'ID': 1, 'Letter': 'A'}]}
"""
