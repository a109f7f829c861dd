"""Renames a font to KomaSerif and packs it: the licence reserves the name of the original."""

import sys

from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
names = {1: "KomaSerif", 2: "Bold", 3: "KomaSerif-Bold", 4: "KomaSerif Bold", 6: "KomaSerif-Bold"}
for record in font["name"].names:
    if record.nameID in names:
        record.string = names[record.nameID]
cff = font["CFF "].cff
cff.fontNames = ["KomaSerif-Bold"]
cff.topDictIndex[0].FamilyName = "KomaSerif"
cff.topDictIndex[0].FullName = "KomaSerif Bold"
font["head"].modified = font["head"].created
font.recalcTimestamp = False
font.flavor = "woff2"
font.save(sys.argv[2])
