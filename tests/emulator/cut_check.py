"""Runs on MicroPython's unix port: what a device finds at power-on in a flash image, by the firmware's own storage, settings and resume.

Reads a JSON object a line: {"image": path} takes a whole image, {"patch": [[at, hex], ...], "look": bool} changes it, and if `look` prints
what is found in it as a JSON object. Argument 1: the folder of the sources.
"""

import binascii
import json
import os
import sys

sys.path.insert(0, sys.argv[1])

from firmware import start
from firmware.drivers import logstore
from tests.firmware.flash_memory import SECTOR, Memory
from tests.firmware.stand import Stand


class Plain:
    """Files as they are, without a log in front of them: for a device with an unsafe writer."""

    def __init__(self, folder):
        from firmware.drivers.files import Files

        self._files = Files(folder)

    def __getattr__(self, name):
        return getattr(self._files, name)


def opened(memory, log):
    os.mount(os.VfsLfs2(memory, progsize=256, readsize=32), "/fs")
    return logstore.LogStorage("/fs/roost", memory) if log else Plain("/fs/roost")


def content(storage, name):
    data = b""
    while True:
        piece = storage.read(name, len(data), 4096)
        if not piece:
            return data
        data += piece


def record(stand, number):
    return [text for text, _, _ in stand.journal.read(number) if text[:1] != "#"]


def look(image, log=True):
    memory = Memory(len(image) // SECTOR, image)
    storage = opened(memory, log)
    try:
        stand = Stand(storage)
        number = start.running(stand)
        found = {
            "numbers": stand.journal.numbers(),
            "offered": number,
            "others": {n: binascii.crc32(content(storage, "%04d.game" % n)) for n in stand.journal.numbers() if n != number},
            "settings": {name: stand.settings[name] for name in ("language", "brightness", "volume")},
            "fresh": stand.settings.fresh,
            "where": [],
            "state": "",
        }
        if number:
            found["state"] = stand.journal.head(number)[1]
            table = stand.stored(number)
            if table is not None:
                machine = table.machine
                found["playing"] = table.playing
                found["where"] = record(stand, number) if table.playing else ["roost 1 " + stand.game] + machine.lines()
                if table.playing and not machine.over:
                    # It goes on from there, and the next start finds that, too.
                    line = machine.line(machine.legal()[0])
                    stand.journal.append(line)
                    os.umount("/fs")
                    again = Stand(opened(memory, log))
                    found["goes_on"] = record(again, number) == found["where"] + [line]
        found["told"] = [message[0] for message in stand.told]
    finally:
        try:
            os.umount("/fs")
        except OSError:
            pass
    return found


def main():
    image = bytearray()
    log = True
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        message = json.loads(line)
        if "image" in message:
            with open(message["image"], "rb") as file:
                image = bytearray(file.read())
            log = message.get("log", True)
            continue
        for at, data in message["patch"]:
            data = binascii.unhexlify(data)
            image[at : at + len(data)] = data
        if message["look"]:
            try:
                found = look(image, log)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what a device would meet
                found = {"error": "%s: %s" % (type(error).__name__, error)}
            print(json.dumps(found))


main()
