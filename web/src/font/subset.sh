#!/bin/sh
# Makes the font of the pieces: every kanji of the shipped piece files, digits and Latin letters.
# Needs python3 with fonttools, brotli and PyYAML, and Noto Serif CJK (Debian: fonts-noto-cjk).
#   ./subset.sh /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc
set -eu
cd "$(dirname "$0")"
python3 characters.py > characters.txt
pyftsubset "$1" --font-number=0 --text-file=characters.txt --output-file=subset.otf \
  --layout-features='' --no-hinting --desubroutinize --name-IDs='0,1,2,3,4,5,6,13,14' \
  --drop-tables+=BASE,VORG,vhea,vmtx,DSIG,GPOS,GSUB
python3 rename.py subset.otf KomaSerif-Bold.woff2
rm subset.otf
