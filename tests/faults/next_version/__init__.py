"""An app that stands for the next version of the site, with a migration of the log of plays."""
