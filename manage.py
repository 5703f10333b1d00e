#!/usr/bin/env python
"""Django's command line in a checkout. Where the site is installed, it is `two-handed-club manage`."""

import sys

from clubsite.command_line import django_command

if __name__ == "__main__":
    django_command(sys.argv)
