"""Compares what other programs read with what Koma tells of the same files.

Every difference counts, unless a row of LIMITS or REFUSALS names it: one program, one field, and the feature of the
file for which that program is known to read it otherwise, whoever wrote the file. Where a program stops at one line
of a file, `read.py` and `read.cjs` give it the same file once more without that line ("helped"); the rest must be equal.
"""

import json
import re
import sys
from pathlib import Path

import cshogi

READERS = ["tsshogi", "json-kifu-format", "cshogi", "python-shogi"]
KINDS = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf"]
KIF = ["kif", "kifu"]
KI2 = ["ki2", "ki2u"]
TEXT = KIF + KI2


def has_diagram(file):
    return any(line.startswith("|") for line in file.text.splitlines())


def has_variations(file):
    return bool(file.data["branches"])


def begins_with(file, moves):
    return has_variations(file) and file.row["usi"][: len(moves)] == moves


def is_prefix(file):
    """The main line is where it should be; variations come after it."""
    return begins_with(file, file.usi)


def is_prefix_of_times(file):
    times = [time // 1000 * 1000 for time in file.times]
    return has_variations(file) and file.row["times"][: len(times)] == times


def is_prefix_without_marked(file):
    """The same without the moves that have the sign of a variation, + at the end of their line."""
    main = file.text.split("\n変化：")[0]
    read, last = [], None
    for number, words, mark in re.findall(r"^ *([0-9]+) +(\S+) *[^+\n]*(\+?)$", main, re.MULTILINE):
        if not mark and int(number) <= len(file.usi):
            usi = file.usi[int(number) - 1]
            # 同 is the square of the last move that was read.
            read.append(usi[:2] + last + usi[4:] if words.startswith("同") and last else usi)
            last = read[-1][2:4]
    return begins_with(file, read)


def words_beside_a_hand(file):
    """左右上引 in a move of a piece of which another one is in hand."""
    board = cshogi.Board(file.data["initialSfen"] + " 1")
    for move in file.data["moves"]:
        usi = cshogi.Board.move_from_usi(board, move["usi"])
        kind = cshogi.move_from_piece_type(usi) if not cshogi.move_is_drop(usi) else None
        hand = board.pieces_in_hand[board.turn]
        if kind and re.search("[左右直上寄引]", move["japanese"]):
            held = [cshogi.hand_piece_to_piece_type(piece) for piece, count in enumerate(hand) if count]
            if kind in held:
                return True
        board.push(usi)
    return False


def begins_with_same(file):
    """A variation begins with 同."""
    lines = file.text.splitlines()
    return any(a.startswith("変化：") and "同" in b[:8] for a, b in zip(lines, lines[1:]))


def ends(*names):
    return lambda file: file.data["termination"] in names


def start_hand(file):
    return file.data["initialSfen"].split()[2]


FOULS = ends("+ILLEGAL_ACTION", "-ILLEGAL_ACTION")

# What a program reads otherwise: program, kinds, field, the feature of the file, why.
LIMITS = [
    ("tsshogi", ["csa", "jkf"], "winner", FOULS, "it has fouls out of turn the wrong way round"),
    ("tsshogi", TEXT, "winner", ends("MAX_MOVES"), "it knows no 最大手数"),
    ("cshogi", KIF + ["ki2"], "usi", has_diagram, "it reads no diagrams and starts from the even position"),
    ("cshogi", KIF, "usi", is_prefix, "it stops at a closing sentence only, and else appends variations"),
    ("cshogi", KIF, "times", is_prefix_of_times, "their times, too"),
    ("cshogi", ["ki2"], "usi", words_beside_a_hand, "it takes 左右上引 for a drop where such a piece is in hand"),
    ("cshogi", TEXT, "winner", ends("TSUMI", "TIME_UP"), "of closing sentences it knows no 詰み and no 時間切れにより"),
    ("cshogi", TEXT, "winner", ends("TRY", "MAX_MOVES"), "nor these"),
    ("cshogi", ["csa"], "winner", ends("TSUMI"), "it takes %TSUMI for a draw"),
    (
        "python-shogi",
        KIF,
        "usi",
        is_prefix_without_marked,
        "it appends variations to the main line, and skips moves with their sign",
    ),
    ("python-shogi", KIF, "winner", has_variations, "the ending of the last variation is its result"),
    ("python-shogi", KIF, "winner", ends("KACHI", "TRY", "MAX_MOVES"), "it knows no such ending"),
    ("python-shogi", ["csa"], "winner", ends("TSUMI", "KACHI"), "it takes what it does not know for a draw"),
]

# Files a program does not take: program, kinds, part of what it says, the feature of the file, why.
REFUSALS = [
    (
        "json-kifu-format",
        TEXT,
        "Expected ",
        ends("KACHI", "TRY", "MAX_MOVES"),
        "it has no such closing sentence",
    ),
    ("json-kifu-format", TEXT, "Expected \"：\"", lambda file: "\n手数＝" in file.text, "it has no number of the first move"),
    ("json-kifu-format", KI2, "there is a piece at", begins_with_same, "it loses its place at 同 that begins a variation"),
    ("json-kifu-format", ["csa"], "but \"/\" found", lambda file: file.data["games"] > 1, "it reads one game a file"),
    ("json-kifu-format", ["csa"], "but \"V\" found", lambda file: "\nV3" in "\n" + file.text, "it has no CSA 3.0"),
    (
        "tsshogi",
        ["jkf"],
        "preset not supported",
        lambda file: file.data["handicap"] in ("三枚落ち", "左七枚落ち", "右七枚落ち"),
        "it lacks these presets of JKF",
    ),
    ("cshogi", TEXT, "handycap type", lambda file: "手合割：その他" in file.text, "it reads no diagrams, and says so"),
    (
        "cshogi",
        TEXT,
        "KeyError",
        lambda file: file.row["error"] == f"KeyError: '{file.data['handicap']}'" and file.data["handicap"] not in KNOWN,
        "it lacks the handicap",
    ),
    ("cshogi", ["ki2"], "", has_diagram, "it reads no diagrams and starts from the even position"),
    ("cshogi", ["ki2"], "", has_variations, "it does not know where a variation begins"),
    ("cshogi", ["ki2"], "", words_beside_a_hand, "it takes 左右上引 for a drop where such a piece is in hand"),
    ("python-shogi", KIF, "nothing is read", lambda file: file.data["handicap"] not in KNOWN, "it lacks the handicap"),
    ("python-shogi", KIF, "nothing is read", begins_with_same, "it has no square for 同 after an ending"),
    ("python-shogi", ["csa"], "multiple matches", lambda file: file.data["games"] > 1, "it reads one game a text"),
    (
        "python-shogi",
        ["csa"],
        "not in hand",
        lambda file: any(c.isdigit() for c in start_hand(file)),
        "it loses pieces of which a hand has two or more at the start",
    ),
]

# The handicaps cshogi and python-shogi know.
KNOWN = (
    "平手 香落ち 右香落ち 角落ち 飛車落ち 飛香落ち 二枚落ち 三枚落ち 四枚落ち 五枚落ち 左五枚落ち 六枚落ち 八枚落ち 十枚落ち".split()
    + [None]
)

# The others' words for the sides.
SIDES = {"sente": "black", "gote": "white"}

# Programs that have whole seconds only.
SECONDS = {"cshogi", "json-kifu-format"}


class File:
    """A file as Koma wrote it, what Koma tells of it, and what another program does."""

    def __init__(self, path, data, row):
        self.data, self.row = data, row
        encoding = "cp932" if path.endswith((".kif", ".ki2")) else "utf-8"
        self.text = Path(path).read_text(encoding=encoding, errors="replace")
        self.usi = data["mainUsi"].split()
        self.times = [move["timeMs"] or 0 for move in data["moves"]]
        self.winner = SIDES.get(data["winner"], data["winner"])

    def differences(self, reader, kind):
        row = self.row
        if row["usi"] != self.usi:
            yield "usi"
        if kind not in KI2 and row["times"] is not None:
            # No time is no time, whether or not it is written.
            theirs = row["times"] + [0] * (len(self.times) - len(row["times"]))
            ours = [time // 1000 * 1000 for time in self.times] if reader in SECONDS else self.times
            if theirs != ours:
                yield "times"
        if self.winner and row["winner"] != self.winner:
            yield "winner"


def why(reader, kind, field, file):
    """Why a program cannot do it, where that is known."""
    for known, kinds, what, feature, reason in LIMITS:
        if (reader, field) == (known, what) and kind in kinds and feature(file):
            return reason
    return None


def why_refused(reader, kind, file):
    for known, kinds, part, feature, reason in REFUSALS:
        if reader == known and kind in kinds and part in file.row["error"] and feature(file):
            return reason
    return None


def plain(data):
    """Whether a file holds what every program should read: a game of shogi, played by the rules."""
    odd = {"illegal-move", "impossible-move", "unreadable-move", "unknown-ending", "unknown-result", "wrong-side"}
    codes = {finding["code"] for finding in data["findings"]}
    ends = {node["id"] for node in data["tree"] if "termination" in node}
    if any(node["parent"] in ends for node in data["tree"]):
        return False  # Somebody played on after an ending.
    if any(move["usi"] is None for move in data["moves"]):
        return False  # A move could not be carried out.
    return data["variant"] == "shogi" and data["mainUsi"] and data["branches"] is not None and not codes & odd


def main():
    work = Path(sys.argv[1])
    ours = {}
    for line in open(work / "ours.tsv", encoding="utf-8"):
        path, _, text = line.rstrip("\n").partition("\t")
        try:
            ours[path] = json.loads(text)
        except ValueError:
            pass
    wrong, excuses = [], {}
    columns = ["equal", "helped", "limits", "refused", "differ"]
    print(f"{'':18}{'':6}" + "".join(f"{column:>9}" for column in columns))
    for reader in READERS:
        rows = [json.loads(line) for line in open(work / f"{reader}.jsonl", encoding="utf-8")]
        for kind in KINDS:
            counts = dict.fromkeys(columns, 0)
            for row in rows:
                path = row["file"]
                if not path.endswith(f".{kind}") or path not in ours or not plain(ours[path]):
                    continue
                file = File(path, ours[path], row)
                if "error" in row:
                    reasons = [why_refused(reader, kind, file)]
                    left = [] if reasons[0] else [row["error"]]
                    counts["refused" if left else "limits"] += 1
                else:
                    fields = list(file.differences(reader, kind))
                    reasons = [why(reader, kind, field, file) for field in fields]
                    left = [field for field, reason in zip(fields, reasons) if not reason]
                    known = "limits" if fields else "helped" if row.get("helped") else "equal"
                    counts["differ" if left else known] += 1
                for reason in filter(None, reasons):
                    excuses[reader, kind, reason] = excuses.get((reader, kind, reason), 0) + 1
                if left:
                    wrong.append((reader, path, ", ".join(left)))
            if sum(counts.values()):
                print(f"{reader:18}{kind:6}" + "".join(f"{counts[column]:>9}" for column in columns))
    print("\nlimits, by their reasons:")
    for (reader, kind, reason), count in excuses.items():
        print(f"{count:6} {reader} {kind}: {reason}")
    for reader, path, what in wrong:
        print(f"wrong: {reader} {Path(path).relative_to(work / 'files')}: {what}")
    sys.exit(bool(wrong))


main()
