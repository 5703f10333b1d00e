"""Reading and writing Access files (.mdb, and Bridgemates' .bws).

Tables are read from Jet 3 (Access 97) and Jet 4 (Access 2000 to 2003), and written as Jet 4. The package does
only what a Bridgemate file needs: no queries, forms, passwords, or linked tables. The authors of mdbtools and
Jackcess worked out the page layout. None of their code is used here.

>>> from scoring.files.jet.reading import read_tables
>>> from scoring.files.jet.shapes import JetColumn, JetTable, JetType
>>> from scoring.files.jet.writing import write_database
>>> columns = (JetColumn("ID", JetType.INTEGER), JetColumn("Letter", JetType.TEXT, 2))
>>> data = write_database([JetTable("Section", columns, [(1, "A")])])
>>> read_tables(data, {"Section": ("ID", "Letter")})
{'Section': [{'ID': 1, 'Letter': 'A'}]}
"""
