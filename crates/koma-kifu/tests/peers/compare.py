"""Compares what other programs read with what Koma tells of the same files."""

import json
import sys
from pathlib import Path

READERS = ["tsshogi", "json-kifu-format", "cshogi", "python-shogi"]
KINDS = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf"]

# What a reader does not do, whatever it is given: reader, kinds, what, why.
LIMITS = [
    ("python-shogi", KINDS, "winner", "it knows few endings, and takes 千日手 for something else"),
    ("cshogi", KINDS, "winner", "it reads the closing sentence only, and fouls the wrong way round"),
    ("json-kifu-format", ["ki2", "ki2u"], "winner", "it has no ending in KI2 but 投了 and its like"),
    ("json-kifu-format", KINDS, "winner", "it has no 反則勝ち, 入玉勝ち, 不戦勝 in KIF"),
    ("tsshogi", KINDS, "winner", "it reads no closing sentence"),
]

# Files a reader does not take, whatever program wrote them: reader, kinds, part of what it says or
# a question about the file, why.
REFUSALS = [
    ("json-kifu-format", ["ki2u"], "Expected \"：\"", "it takes the line that names the encoding for a header"),
    ("json-kifu-format", KINDS, "Expected \"勝ち\"", "it knows few closing sentences"),
    ("json-kifu-format", KINDS, "Expected \"詰\"", "it knows few closing sentences"),
    ("json-kifu-format", KINDS, "Expected [0-9] but \"、\"", "it knows few closing sentences"),
    ("json-kifu-format", ["csa"], "but \"/\" found", "it reads one game a file"),
    ("json-kifu-format", ["csa"], "but \"V\" found", "it has no CSA 3.0"),
    ("json-kifu-format", ["ki2", "ki2u"], "there is a piece at", "it loses its place at 同 that begins a variation"),
    ("tsshogi", ["jkf"], "preset not supported", "it lacks five handicaps of JKF"),
    ("cshogi", KINDS, "handycap type", "it reads no diagrams"),
    ("cshogi", KINDS, "KeyError", "it lacks handicaps"),
    ("cshogi", ["ki2"], "list index out of range", "it reads one move a line: its place in the line is not summed up"),
    ("cshogi", ["ki2"], "AssertionError", "the same"),
    ("python-shogi", ["csa"], "multiple matches", "it reads one game a text"),
    ("python-shogi", ["csa"], "not in hand", "it does not count hands with AL, and checks drops against them"),
]
# Handicaps some readers take for the even game, or not at all.
EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
RARE = ("三枚落ち", "五枚落ち", "左五枚落ち", "左七枚落ち", "右七枚落ち", "トンボ", "香落")


def starts_elsewhere(data):
    """Whether a file has a diagram: cshogi and python-shogi read none."""
    if data["handicap"] in (None, "平手"):
        return data["initialSfen"] != EVEN
    return data["handicap"] in ("その他", "詰将棋") or data["handicap"] in RARE


def limit(reader, kind, data, what, said=""):
    """Why a reader cannot do it, where that is known."""
    for known, kinds, word, why in LIMITS:
        if reader == known and kind in kinds and what == word:
            return why
    for known, kinds, part, why in REFUSALS:
        if reader == known and kind in kinds and part in said:
            return why
    if reader in ("cshogi", "python-shogi"):
        if starts_elsewhere(data):
            return "it reads no diagrams and few handicaps"
        if data["branches"] and kind in ("kif", "kifu"):
            return "it appends variations to the main line"
        if what == "times" and any((move["timeMs"] or 0) % 1000 for move in data["moves"]):
            return "it has whole seconds only"
    if data["handicap"] in RARE:
        return "it does not know the handicap"
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


# The others' words for the sides.
SIDES = {"sente": "black", "gote": "white"}


def facts(data):
    moves = data["moves"]
    winner = SIDES.get(data["winner"], data["winner"])
    return {
        "usi": data["mainUsi"].split(),
        "times": [move["timeMs"] or 0 for move in moves],
        "winner": winner if data["termination"] in ("TORYO", "TIME_UP", "TSUMI", "SENNICHITE", "JISHOGI") else None,
    }


def main():
    work = Path(sys.argv[1])
    ours = {}
    for line in open(work / "ours.tsv", encoding="utf-8"):
        path, _, text = line.rstrip("\n").partition("\t")
        try:
            ours[path] = json.loads(text)
        except ValueError:
            pass
    wrong = []
    print(f"{'':18}{'':6}{'equal':>7}{'refused':>9}{'differ':>8}{'limits':>8}")
    for reader in READERS:
        rows = [json.loads(line) for line in open(work / f"{reader}.jsonl", encoding="utf-8")]
        for kind in KINDS:
            counts = dict.fromkeys(["equal", "refused", "differ", "limits"], 0)
            for row in rows:
                path = row["file"]
                if not path.endswith(f".{kind}") or path not in ours or not plain(ours[path]):
                    continue
                expected = facts(ours[path])
                if "error" in row:
                    known = limit(reader, kind, ours[path], "refused", row["error"])
                    counts["limits" if known else "refused"] += 1
                    if not known:
                        wrong.append(("refused", reader, path, row["error"]))
                    continue
                differ = []
                if row["usi"] != expected["usi"]:
                    differ.append("usi")
                if kind not in ("ki2", "ki2u") and row["times"] is not None:
                    # No time is no time, whether or not it is written.
                    times = row["times"] + [0] * (len(expected["times"]) - len(row["times"]))
                    if times != expected["times"]:
                        differ.append("times")
                if expected["winner"] and row["winner"] != expected["winner"]:
                    differ.append("winner")
                left = [what for what in differ if not limit(reader, kind, ours[path], what)]
                if left:
                    counts["differ"] += 1
                    wrong.append(("differ", reader, path, ",".join(left)))
                elif differ:
                    counts["limits"] += 1
                else:
                    counts["equal"] += 1
            if sum(counts.values()):
                print(f"{reader:18}{kind:6}" + "".join(f"{counts[k]:>{w}}" for k, w in
                      [("equal", 7), ("refused", 9), ("differ", 8), ("limits", 8)]))
    files = work / "files"
    for what, reader, path, why in wrong:
        print(f"{what}: {reader} {Path(path).relative_to(files)}: {why}")
    sys.exit(any(what == "differ" for what, *_ in wrong))


main()
