var e=`/assets/kifu-en-CVKXW0Xv.png`,t=`Game records`,n=[],r=`<h1>Game records</h1>
<p>Under <strong>Kifu</strong>, paste a record, choose files, or drop them on the page. KIF, KI2, CSA, USI, SFEN, USEN, JKF, BOD and others are read in any encoding; the format is found
by itself. What is odd in a file is listed with its line, and the part that can be read is opened.</p>
<p><img src="`+e+`" alt="A record with its moves, the graph of an analysis and a comment" width="980" height="680" loading="lazy"></p>
<h2>Looking and writing</h2>
<p>Step with the arrow keys, the wheel over the board or the slider. Move a piece on the board to add a move or a variation; write a <strong>Comment</strong> to any move, set a
<strong>Bookmark</strong>. <code>Ctrl</code>+<code>Z</code> takes an edit back. <strong>Save</strong> keeps the record in the library.</p>
<h2>Analysis</h2>
<p><strong>Analyse the whole game</strong> lets the engine look at every move: a graph of the chances, the moves that lost most, and what was better. <strong>Live analysis</strong> thinks about
the position in front of you for as long as you like. <strong>Write into the record</strong> keeps the lines as comments.</p>
<h2>Sharing</h2>
<p><strong>Library</strong>, beside the moves, shows what was played from the position on the board in all stored games. <strong>Print diagrams…</strong> under <strong>Copy</strong> prints two, four or six diagrams on a page, for lessons.</p>
<p><strong>Share</strong> makes a link that carries the game itself; nothing is stored for it. <strong>For a page of your own (HTML)</strong> is a frame with the record for your own site. <strong>Export</strong> writes any format, and says beforehand what a format cannot
hold. <strong>Picture of the board</strong> saves the position, and <strong>Print (diagram and moves)</strong> puts it on paper with all moves and comments.</p>
`;export{r as html,n as links,t as title};