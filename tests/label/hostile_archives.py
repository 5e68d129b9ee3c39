"""Archives that nobody should open, each with what is said of it; for Python and for the page."""

from __future__ import annotations

import io
import struct
import zipfile

from tests.label.downloads import packed

NETFLIX = "Title,Date\nThe Matrix,1/1/24\n"
NAME = "ViewingActivity.csv"
GOOD = packed({NAME: NETFLIX})


def changed(content: bytes, mark: bytes, offset: int, fresh: bytes, last: bool = False) -> bytes:
    """An archive with some bytes of a record replaced."""
    place = (content.rfind if last else content.find)(mark) + offset
    return content[:place] + fresh + content[place + len(fresh) :]


def renamed(name: str) -> bytes:
    """An archive with a name that `zipfile` would not write."""
    stands_for = "x" * len(name)
    return packed({stands_for: "Dark\n"}).replace(stands_for.encode(), name.encode())


def overlapping() -> bytes:
    """Two entries of the directory for one file."""
    one = packed({"aa.csv": NETFLIX, "bb.csv": NETFLIX}, zipfile.ZIP_STORED)
    second = one.rfind(b"PK\x01\x02")
    return one[: second + 42] + struct.pack("<L", 0) + one[second + 46 :]


def bomb(size: int) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(NAME, "w") as stream:
        for _ in range(size >> 20):
            stream.write(bytes(1 << 20))
    return content.getvalue()


def many(count: int) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}.txt", "")
    return content.getvalue()


ENTRY, LOCAL, END = b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"
LIES, CUT, OUTSIDE = "does not hold what it says", "not a whole zip archive", "leads outside"
HOSTILE: dict[str, tuple[bytes, str]] = {
    "cut off": (GOOD[: len(GOOD) // 2], CUT),
    "one byte short": (GOOD[:-1], CUT),
    "only the beginning": (b"PK\x03\x04", CUT),
    "a directory beyond the end": (changed(GOOD, END, 16, struct.pack("<L", 10**6)), CUT),
    "on several disks": (changed(GOOD, END, 4, b"\x01\x00"), CUT),
    "locked": (changed(changed(GOOD, ENTRY, 8, b"\x01\x00"), LOCAL, 6, b"\x01\x00"), "with a password"),
    "locked inside only": (changed(GOOD, LOCAL, 6, b"\x01\x00"), LIES),
    "zip64 in its end": (changed(GOOD, END, 8, b"\xff\xff\xff\xff"), "more than 4 GB"),
    "zip64 in a size": (changed(GOOD, ENTRY, 24, b"\xff\xff\xff\xff"), "more than 4 GB"),
    "zip64 in a place": (changed(GOOD, ENTRY, 42, b"\xff\xff\xff\xff"), "more than 4 GB"),
    "a bomb": (bomb(65 << 20), "unpacks to more than 64 MB"),
    "a bomb that says it is small": (changed(bomb(2 << 20), ENTRY, 24, struct.pack("<L", 100)), LIES),
    "larger than it is": (changed(GOOD, ENTRY, 24, struct.pack("<L", 1_000)), LIES),
    "another checksum": (changed(GOOD, ENTRY, 16, b"\x00\x00\x00\x00"), LIES),
    "a broken stream": (changed(GOOD, LOCAL, 30 + len(NAME), b"\xff\xff\xff"), LIES),
    "another name inside": (changed(GOOD, LOCAL, 30, b"X"), LIES),
    "an unusual way": (changed(changed(GOOD, ENTRY, 10, b"\x0c\x00"), LOCAL, 8, b"\x0c\x00"), "in an unusual way"),
    "more packed than there is": (changed(GOOD, ENTRY, 20, struct.pack("<L", 10**6)), LIES),
    "fewer files than it says": (changed(GOOD, END, 8, b"\x02\x00\x02\x00"), LIES),
    "more files than it says": (changed(packed({"a.csv": "", "b.csv": ""}), END, 8, b"\x01\x00\x01\x00"), LIES),
    "the same name twice": (packed({"a.csv": "Dark", "b.csv": "Dark"}).replace(b"b.csv", b"a.csv"), LIES),
    "one file in another": (overlapping(), LIES),
    "up and away": (renamed("../../etc/x.csv"), OUTSIDE),
    "from the root": (renamed("/etc/passwd.csv"), OUTSIDE),
    "windows": (renamed("C:\\x\\y.csv"), OUTSIDE),
    "backslashes": (renamed("a\\..\\..\\y.csv"), OUTSIDE),
    "a name with a zero": (renamed("a\0b.csv"), OUTSIDE),
    "too many files": (many(10_001), "10,001 files"),
    "a spreadsheet": (packed({"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"}), "a spreadsheet"),
    "nothing known": (packed({"a.bin": b"x", "b.bin": b"x"}), "without a history that is known"),
    "two that could be it": (packed({"a.csv": "x", "b.csv": "x"}), "without a history that is known"),
    "an archive in an archive": (packed({"inner.zip": GOOD}), "without a history that is known"),
    "nothing": (packed({}), "without a history that is known"),
}
