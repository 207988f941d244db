"""How cards, types, seats and discs are named in messages."""

from .cards import CARDS, KIND


def card_fact(card: int) -> "tuple[str, str]":
    """The fact that stands for a card in a message."""
    return ("card", CARDS[card])


def card_facts(cards: "list[int]") -> "list[tuple[str, str]]":
    """The same for several."""
    return [card_fact(card) for card in cards]


def describe(key, seats):
    """Message that names a key which means the same at any time; seats: the seats' names, as far as they are known."""
    kind, value = key
    if kind in ("card", "face"):  # a card that lies there, or only what it looks like
        return ("card-name", {"card": ("card", value), "type": ("type", KIND[CARDS.index(value)])})
    if kind == "type":
        return ("type-name", {"type": key})
    if kind == "seat":
        return ("seat-name", {"seat": ("seat", seats[value])})
    if kind == "disc":
        return ("disc-of", {"seat": ("seat", seats[value]), "disc": value})
    if kind == "name":
        return ("seat-name", {"seat": ("seat", value)})
    if kind == "number":
        return ("number", {"n": value})
    return (kind + "." + value, {})
