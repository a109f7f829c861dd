var e=`/assets/tsume-en-DGn-ixI1.png`,t=`Problems and positions`,n=[],r=`<h1>Problems and positions</h1>
<h2>Tsume</h2>
<p><strong>Solve tsume</strong> on the first page offers mates in one to five for several games, the hundred problems of Shogi Zukou (1755), and <strong>Your own</strong>: a file with one SFEN a
line, or records whose start is a problem.</p>
<p>Give check after check. The defender holds out as long as it can; if your move does not mate, you are told why and may try another. <strong>Hint</strong> and
<strong>See the solution</strong> are there.</p>
<p><img src="`+e+`" alt="A mate problem" width="980" height="680" loading="lazy"></p>
<h2>The position editor</h2>
<p>In the <strong>Editor</strong>, choose a piece and click squares, drag pieces, click one twice to turn it over, drop it off the board to remove it. <strong>Preset</strong> holds start
positions and empty boards, <strong>Unused pieces</strong> what is left in the box.</p>
<p>The address of the page always holds the position: bookmark it, or <strong>Copy link</strong>. From there you can play, ask the computer, find the position in the library, or
<strong>Find the mate</strong> with its other solutions.</p>
`;export{r as html,n as links,t as title};