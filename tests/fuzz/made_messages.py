"""Messages to a device: sensible, nearly sensible, and nonsense."""

from tests.fuzz.made_records import a_line, examples

VALUES = (
    0, 1, -1, 3, 63, 126, 127, 1 << 31, 1 << 80, 1.5, True, None, "", "confirm", "back", "menu", "e", "Anna", "undo", [], {}, [1], {"a": 1}, "\ud800"
)  # fmt: skip

NAMES = (
    "turn", "press", "hold", "step", "tap", "choose", "line", "text", "ask", "set", "hello", "subscribe", "id", "pressed", "screen", "game", "number"
)  # fmt: skip

ASKS = ("record", "games", "copy", "state", "delete", "report", "nothing")


def a_value(draw, depth=0):
    what = draw.number(9)
    if what < 5:
        return draw.pick(VALUES)
    if what == 5:
        return draw.number(130) - 2
    if what == 6:
        return draw.text()
    if what == 7 and depth < 3:
        return [a_value(draw, depth + 1) for _ in range(draw.number(3))]
    if what == 8 and depth < 3:
        return {draw.pick(NAMES) if draw.often(70) else draw.text(5): a_value(draw, depth + 1) for _ in range(draw.number(3))}
    return a_line(draw)


def a_message(draw):
    """A message to the device: sensible, nearly sensible, or nonsense."""
    what = draw.number(13)
    if what == 0:
        return {"turn": draw.number(8) - 4, "pressed": draw.pick((True, False))}
    if what == 1:
        return {draw.pick(("press", "hold")): draw.pick(("confirm", "confirm", "back", "menu"))}
    if what == 2:
        return {"tap": draw.number(130)}
    if what == 3:
        return {"choose": draw.number(12)} if draw.often(50) else {"choose": draw.number(12), "screen": a_value(draw)}
    if what == 4:
        return {"line": a_line(draw)}
    if what == 5:
        return {"line": draw.pick(draw.pick(examples()[0]))}
    if what == 6:
        return {"text": draw.text()}
    if what == 7:
        return {"ask": draw.pick(ASKS), "id": a_value(draw), draw.pick(NAMES): a_value(draw)}
    if what == 8:
        return {
            "set": {"language": a_value(draw)} if draw.often(50) else {"copy": [a_line(draw)]},
            "id": draw.number(9),
            "game": a_value(draw),
        }
    if what == 9:
        return {
            "subscribe": draw.pick(
                (["display", "lights", "screen", "scene", "said", "sound", "recorded"], [], ["screen"], a_value(draw))
            )
        }
    if what == 10:
        return {"step": draw.pick(("e", "ne", "nw", "w", "sw", "se", "n"))}
    return {draw.pick(NAMES): a_value(draw) for _ in range(draw.number(3))}
