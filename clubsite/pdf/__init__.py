"""Printed sheets, as PDF bytes."""
