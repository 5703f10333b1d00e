"""Services that change a session. The app's README.md lists what each module contains, and the lock order."""
