"""Reads files with python-shogi or cshogi, by their own file readers; one line of JSON a file.

Where one of them does not take a line that belongs to the format, it is given the same file without it; the answer says
so ("helped").
"""

import json
import multiprocessing
import os
import re
import sys
import tempfile


FOLDER = tempfile.TemporaryDirectory()


def changed(path, change):
    """A copy of a file with its text changed; None where nothing changes."""
    encoding = "utf-8" if path.endswith(".kifu") else "cp932"
    with open(path, encoding=encoding) as file:
        text = file.read()
    if change(text) == text:
        return None
    copy = os.path.join(FOLDER.name, "copy" + os.path.splitext(path)[1])
    with open(copy, "w", encoding=encoding) as file:
        file.write(change(text))
    return copy


def one_a_line(moves):
    return re.sub(r" +(?=[▲△])", "\n", moves.group())


def python_shogi(path):
    import shogi.CSA
    import shogi.KIF

    parser = shogi.CSA.Parser if path.endswith(".csa") else shogi.KIF.Parser
    games, helped = parser.parse_file(path), None
    if not games:
        # It refuses the line that announces a diagram, and reads the diagram.
        helped = changed(path, lambda text: text.replace("手合割：その他\n", ""))
        games = helped and parser.parse_file(helped)
    if not games:
        raise ValueError("nothing is read")
    winner = {"b": "black", "w": "white", "-": "draw"}.get(games[0]["win"])
    return {"usi": games[0]["moves"], "times": None, "winner": winner, "helped": bool(helped)}


def cshogi(path):
    import cshogi
    from cshogi import CSA, KI2, KIF

    helped = None
    if path.endswith(".csa"):
        game = CSA.Parser.parse_file(path)[0]
    elif path.endswith(".ki2"):
        # It loses its place in a line of several moves.
        helped = changed(path, lambda text: re.sub(r"^[▲△].*$", one_a_line, text, flags=re.MULTILINE))
        game = KI2.Parser.parse_file(helped or path)
    else:
        game = KIF.Parser.parse_file(path)
    winner = {cshogi.BLACK_WIN: "black", cshogi.WHITE_WIN: "white", cshogi.DRAW: "draw"}.get(game.win)
    usi = [cshogi.move_to_usi(move) for move in game.moves]
    times = None if path.endswith(".ki2") else [int(time or 0) * 1000 for time in game.times][: len(usi)]
    return {"usi": usi, "times": times, "winner": winner, "helped": bool(helped)}


READERS = {
    "python-shogi": (python_shogi, (".kif", ".kifu", ".csa")),
    # It reads .ki2 as Shift_JIS only.
    "cshogi": (cshogi, (".kif", ".kifu", ".ki2", ".csa")),
}


def work(name, paths, pipe):
    """Reads one after the other, and says so before each: a crash is the file's."""
    for path in paths:
        try:
            answer = READERS[name][0](path)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        pipe.send((path, answer))


def main():
    name, listed = sys.argv[1:]
    endings = READERS[name][1]
    paths = [line.strip() for line in open(listed, encoding="utf-8") if line.strip().endswith(endings)]
    sys.stderr = open(os.devnull, "w")
    while paths:
        ours, theirs = multiprocessing.Pipe(False)
        process = multiprocessing.Process(target=work, args=(name, paths, theirs))
        process.start()
        theirs.close()
        done = 0
        while True:
            try:
                path, answer = ours.recv()
            except EOFError:
                break
            done += 1
            print(json.dumps({"file": path, **answer}, ensure_ascii=False), flush=True)
        process.join()
        if done < len(paths):
            print(json.dumps({"file": paths[done], "error": f"crashed ({process.exitcode})"}), flush=True)
            done += 1
        paths = paths[done:]


main()
