var e=`/assets/learn-en-d8wm-kbC.png`,t=`First steps`,n=[],r=`<h1>First steps</h1>
<p>On the first page, <strong>Learn in 10 minutes</strong> leads to short lessons with one board each: how every piece moves, taking, promoting,
dropping, check, and a first mate. Nothing can go wrong: if a move does not solve the task, you try again.</p>
<p><img src="`+e+`" alt="A lesson: the knight, and a task on the board" width="980" height="680" loading="lazy"></p>
<h2>If you cannot read the pieces</h2>
<p>The lessons, and the first game against the computer, ask: <strong>Can you read these pieces?</strong> You may have marks on the pieces that show how they move, or letters instead of kanji.
You can change your mind at any time in the settings, under <strong>Pieces</strong>.</p>
<p>Rest the pointer on any piece, or hold a finger on it: a card tells its name, how it moves, and where it can go right now.</p>
<h2>Your first games</h2>
<p>After the lessons, play the easiest computer on small boards first: dobutsu (3×4 squares, four kinds of pieces), then minishogi (5×5), then shogi.
Level 1 makes mistakes on purpose. While you play,</p>
<ul>
<li><strong>Hint</strong> points at a piece, and pressed again at its move;</li>
<li><strong>Take back</strong> undoes a move, as often as you like;</li>
<li>a bad move is told, with <strong>Why was this bad?</strong></li>
</ul>
<p>A move that is not allowed is never just ignored: the board says why, and marks the squares that matter.</p>
`;export{r as html,n as links,t as title};