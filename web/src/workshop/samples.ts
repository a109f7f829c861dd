/** A whole `variants.ini` to begin with: 66shogi, with its set-up phase and choice group. */
export const SAMPLE_INI = `# 66shogi: six by six, the men of the back rank are placed by the players.
[66shogi:shogi]
maxRank = 6
maxFile = f
pocketSize = 7
startFen = 6/pppppp/6/6/PPPPPP/6[KGSNLRBkgsnlrb] w - - 0 1
setupDrops = true
setupMustDrop = true
setupDropRegionWhite = *1
setupDropRegionBlack = *6
setupDropPieceTypes = kgsnl
promotionRegionWhite = *5 *6
promotionRegionBlack = *2 *1
pieceChoiceGroup = options=rb limit=1 required=true lockUnused=true

# A child takes everything from its parent. Its rook may also step diagonally.
[66dragon:66shogi]
customPiece1 = d:RF
startFen = 6/pppppp/6/6/PPPPPP/6[KGSNLDBkgsnldb] w - - 0 1
pieceChoiceGroup = options=db limit=1 required=true lockUnused=true
`;
