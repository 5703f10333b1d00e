"""Sheets on paper, as PDF bytes."""
