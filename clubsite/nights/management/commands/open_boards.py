"""`manage.py open_boards FILE TO`: open a file of boards that was sealed with a passphrase."""

from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubsite.core.backup_files import private_file
from clubsite.core.ciphers import file_opened, is_sealed_file
from clubsite.core.refused import Refused


class Command(BaseCommand):
    help = "Open a file of sealed boards: write its PBN to TO. Asks for the passphrase."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("to", type=Path)

    def handle(self, *args: Any, file: Path, to: Path, **options: Any) -> None:
        try:
            data = file.read_bytes()
            if not is_sealed_file(data):
                raise CommandError(f"{file} is not a file of sealed boards.")
            opened = file_opened(data, getpass("Passphrase: "))
            private_file(to)
            to.write_bytes(opened)
        except Refused as no:
            raise CommandError(str(no)) from None
        except FileExistsError:
            raise CommandError(f"{to} is there already. Choose another name; nothing was written.") from None
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read or written: {error.strerror}.") from None
        self.stdout.write(f"Written to {to}. It shows every card: keep it secret until the boards are played.")
