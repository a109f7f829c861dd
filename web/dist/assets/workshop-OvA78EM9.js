var e=`/assets/workshop-en-BwX3rtO1.png`,t=`Your own pieces and games`,n=[],r=`<h1>Your own pieces and games</h1>
<h2>A piece from words</h2>
<p>In the <strong>Workshop</strong>, write how a piece moves, in English or Japanese: &quot;Slides forward, and steps one square diagonally backward.&quot; The board follows while you write: click squares to put
enemy and own pieces in its way. Words that were not understood are underlined, and where words may mean two things you choose the picture that is meant. Betza notation is read, too.</p>
<p><img src="`+e+`" alt="A piece made from a sentence" width="980" height="680" loading="lazy"></p>
<p>Give it a name and a character, and <strong>Add to my set</strong>. <strong>Copy link</strong> sends it to a friend.</p>
<h2>A game from pieces</h2>
<p>Under <strong>Make a variant</strong>, begin with a game you know, of any size and with all its rules, or with an empty board. <strong>Add a piece</strong>, put it on the start position, <strong>Copy sente&#39;s camp to gote</strong>. The tabs hold promotion and drops,
an opening setup, and how the game is won. At the bottom stands at once whether it can be played, and what is wrong if not.</p>
<p><strong>Play it</strong> starts a game, <strong>Against the computer</strong> finds you an opponent, <strong>Share</strong> gives the game an address of its own with rules, pieces and pictures.</p>
<h2>Files</h2>
<p>Under <strong>Files</strong> the same games are written as text: our YAML, or the <code>variants.ini</code> of Fairy-Stockfish. Mistakes are marked at their lines.
<strong>Taikyoku pieces</strong> holds all 404 sides of the largest game, to be searched by how they move.</p>
`;export{r as html,n as links,t as title};