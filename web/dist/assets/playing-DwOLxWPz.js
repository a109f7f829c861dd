var e=`Playing`,t=[{address:`/help/records`,title:`record`}],n=`<h1>Playing</h1>
<p>Choose a game on the first page. Its own page shows the rules, every piece, and the form <strong>New game</strong>.</p>
<h2>Against the computer</h2>
<p>Choose <strong>Computer</strong> and its <strong>Level</strong>: 1 is for a first game, 5 is intermediate, 10 is strong, and <strong>Full strength</strong> holds nothing back. It plays every game here,
also those you make yourself. <strong>Tell me when a move was bad</strong> can be switched off.</p>
<h2>With a friend</h2>
<p>Choose <strong>With a friend (link)</strong> and press <strong>Create invite link</strong>. Send the link; the first one who joins takes the seat. Neither of you needs an account.
If the connection breaks, the game goes on where it was as soon as you are back, and the clocks are right. Everybody else who has the link to watch can look on.</p>
<p>Below the moves you can greet and thank each other with a press, each in your own language, or write; either of you can close the chat, and nothing of it is kept. If the other player leaves
on their move and does not come back, you may claim the game after a minute, or call it off.</p>
<p>Both players may offer a draw, ask to take a move back, give a minute, or ask for a rematch. The tab of the browser says when it is your move; the gear at the board can have the browser notify you.</p>
<h2>On this device</h2>
<p>Choose <strong>On this device</strong> for two people at one screen, or to try things by yourself. Such a game is kept in your browser; you find it again on the first
page under <strong>Continue playing</strong>.</p>
<h2>Clocks</h2>
<p><strong>Byoyomi</strong> gives some seconds for every move after the main time, <strong>Fischer</strong> adds seconds with every move, <strong>Sudden death</strong> adds none. What comes after the main
time is shown from the first move on.</p>
<h2>Handicaps and rule options</h2>
<p>A <strong>Handicap</strong> takes pieces from the stronger player, who then moves first. Where books disagree about a rule, the game asks under <strong>Rule options</strong>;
if you leave them alone, the usual rules hold.</p>
<h2>The end</h2>
<p><strong>Resign</strong> asks first. Mate, repetition and all other endings of the game&#39;s rules are found by themselves. Afterwards, <strong>See the record</strong> opens the game as a
<a href="/help/records">record</a>, and <strong>Analyse the game</strong> lets the computer look for mistakes.</p>
`;export{n as html,t as links,e as title};