"""Room on the medium: what may be deleted for it, and only when somebody says so. Loaded when it is needed."""

from .journal import ABANDONED, FINISHED


async def offer(app, machine=None):
    """Offers to delete the oldest finished game, or where there is none the oldest abandoned one. True if one was deleted."""
    journal = app.journal
    for state in (FINISHED, ABANDONED):
        number = journal.oldest(state)
        if number:
            message = ("app-full", {"n": number, "state": ("state", state)})
            app.say(message, True, "refused")
            if not await app.dialog(message, machine=machine):
                return False
            app.delete_game(number)
            return True
    message = ("app-full-no-game", {})
    app.say(message, True, "refused")
    return False


async def for_another(app):
    """Makes sure that a game that is begun now will always have room. False: there is none, which was said."""
    while app.journal.short():
        if not await offer(app):
            await app.tell([("app-full-no-game", {})])
            return False
    return True
