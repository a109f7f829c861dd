"""Prints every character the pieces of the shipped files are drawn with."""

import glob

import yaml

found = set("王玉将龍竜馬成圭全杏一二三四五六七八九十☗☖") | set(map(chr, range(0x21, 0x7F)))
for file in glob.glob("../../../crates/koma-pieces/data/*.yaml"):
    with open(file, encoding="utf-8") as text:
        for piece in yaml.safe_load(text).get("pieces") or []:
            found |= set(piece["name_kanji"])
print("".join(sorted(found)))
