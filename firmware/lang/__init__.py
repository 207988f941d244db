"""The words: one module for each language (common) and for each language and game, each with one dict `WORDS` (see `firmware.words`)."""
