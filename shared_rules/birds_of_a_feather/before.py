"""What earlier versions of the rules of Birds of a Feather did otherwise (see `shared_rules.versions`).

Loaded only for a game of such a version.
"""

# Version -> function: a class of the newest rules -> the class of that version. Version 1 is the newest so far.
VERSIONS = {}
