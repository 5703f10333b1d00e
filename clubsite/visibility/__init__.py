"""What a reader may see of boards: the facts are collected here, and the rule in `clubsite.secrecy` answers."""
