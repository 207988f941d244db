"""The fonts of the display, as `firmware.canvas` draws them.

SMALL is for detail (about 25 characters a line, lines 9 apart), MEDIUM for questions and lists (about 19, 13 apart), BIG for
whose turn it is and for which card, readable at a metre (about 12, 24 apart). The modules `small`, `medium` and `big` are made by
`source/make.py`. All have ASCII (BIG without `# $ % * ; < = > @ [ ] ^ _ { | } ~`, the backslash and the back-tick), ä ö ü Ä Ö Ü
ß, – − · … ’ „ “ ” × → ← ↑ ↓ ★ ✓ ▸, the no-break space, and these symbols (BIG without ↑ ↓, bird, egg, feather and trap):

    \\ue000 circle    \\ue001 its lower half  \\ue002 its outline   (also ● ◒ ○)
    \\ue003 hexagon   \\ue004                 \\ue005               (also ⬢ – ⬡)
    \\ue006 square    \\ue007                 \\ue008               (also ■ ⬓ □)
        on the dark display: full for white, half for brown, outline for black
    \\ue010 chicken   \\ue011 duck     \\ue012 goose      \\ue013 turkey
    \\ue014 fox       \\ue015 tunnel   \\ue016 light (☀)  \\ue017 crown     \\ue018 chest
    \\ue020 desert    \\ue021 mountains \\ue022 forest    \\ue023 wetlands  \\ue024 ocean
    \\ue025 raptor    \\ue026 bird     \\ue027 egg        \\ue028 feather   \\ue029 trap   \\ue02a disc (◉)
"""

import sys

from firmware.canvas import Font

from . import big, medium, small

SMALL = Font("small", small)
MEDIUM = Font("medium", medium)
BIG = Font("big", big)


def forget_sources(kept):
    """Leaves the glyphs to whoever can keep them better than memory, and forgets the modules that they came in.

    kept  function: dict of name -> list of bytes -> the same of what can be read like them
    """
    letters = [SMALL.glyphs, SMALL.starts, MEDIUM.glyphs, MEDIUM.starts, BIG.starts]
    found = kept({"letters": letters, "big": [BIG.glyphs]})
    SMALL.glyphs, SMALL.starts, MEDIUM.glyphs, MEDIUM.starts, BIG.starts = found["letters"]
    (BIG.glyphs,) = found["big"]
    for name in ("small", "medium", "big"):
        del sys.modules[__name__ + "." + name]
        del globals()[name]
