"""Access files (.mdb, and the .bws of Bridgemates): reads tables from Jet 3 (Access 97) and Jet 4 (Access 2000 to
2003), and writes Jet 4.

It does only what a Bridgemate's file needs: no queries, forms, passwords, or linked tables. The authors of mdbtools and
Jackcess found out the layout of the pages. None of their code is in here.

>>> from scoring.files.jet.reading import read_tables
>>> from scoring.files.jet.shapes import Column, Kind, Table
>>> from scoring.files.jet.writing import write_database
>>> data = write_database([Table("Section", (Column("ID", Kind.INTEGER), Column("Letter", Kind.TEXT, 2)), [(1, "A")])])
>>> read_tables(data, {"Section": ("ID", "Letter")})
{'Section': [{'ID': 1, 'Letter': 'A'}]}
"""
