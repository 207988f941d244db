"""Printed boards: a small model of a board, the three boards of the device, their files and their checks."""
