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


def plain(data):
    """Whether a file holds what every program should read: a game of shogi, played by the rules."""
    odd = {"illegal-move", "impossible-move", "unreadable-move", "unknown-ending", "unknown-result"}
    codes = {finding["code"] for finding in data["findings"]}
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
                    counts["refused"] += 1
                    wrong.append(("refused", reader, path, row["error"]))
                    continue
                differ = []
                if row["usi"] != expected["usi"]:
                    differ.append("usi")
                if kind not in ("ki2", "ki2u") and row["times"] is not None and row["times"] != expected["times"]:
                    differ.append("times")
                if expected["winner"] and row["winner"] != expected["winner"]:
                    differ.append("winner")
                left = [d for d in differ if not any(r == reader and kind in ks and d == w for r, ks, w, _ in LIMITS)]
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
