var e=`/assets/card-en-BuyonXw3.png`,t=`At the board`,n=[],r=`<h1>At the board</h1>
<p>Click a piece, then a marked square; or drag it there. A piece in hand is played the same way. Where a piece may promote, the board asks.</p>
<h2>What does this piece do?</h2>
<p>Rest the pointer on any piece of either side, hold a finger on it, right-click it, or press <code>i</code>: its card tells its name, how it moves, its special rules and its
promoted side, and the board shows what it reaches in this very position. <strong>Show attacked squares</strong> (<code>a</code>) colours what each side attacks.</p>
<p><img src="`+e+`" alt="The card of a piece, and its reach on the board" width="980" height="680" loading="lazy"></p>
<h2>Large boards</h2>
<p>Boards that do not fit are seen through a window. Drag an empty square, use two fingers, or press a place on the small map. Pieces that move in steps, such as the lion of
chu shogi, are moved square by square; what would be taken is crossed out before you let go.</p>
<p>What was taken stands beside each player where it does not come back, with how many pawns one side is ahead on the board.</p>
<h2>The gear</h2>
<p><strong>Board settings</strong> changes faces, marks, coordinates, how moves are written, and the volume, without leaving the game. There you also find:</p>
<ul>
<li><strong>Ask before a move is played</strong>: on large boards played by touch it is on, because one tap may take many pieces</li>
<li><strong>Moves may be made in advance (premove)</strong>: choose piece and square while the other side thinks; it is played if it is legal then</li>
<li><strong>Count byoyomi aloud</strong>: a voice counts the seconds</li>
<li><strong>Notify me when it is my move</strong>: for whoever looks at something else meanwhile</li>
</ul>
<h2>Arrows and marks</h2>
<p>With the right button, drag from square to square for an arrow, or press an empty square for a ring; with Shift or Alt on a piece, too. Drawn once more they are gone. In a game record they stay with the move, also in its file, its link and its picture; there the pencil under the board lets a finger draw.</p>
<h2>Keys</h2>
<table>
<thead>
<tr>
<th>key</th>
<th>what it does</th>
</tr>
</thead>
<tbody><tr>
<td><code>←</code> <code>→</code></td>
<td>one move back, one on</td>
</tr>
<tr>
<td><code>Home</code> <code>End</code></td>
<td>the first position, the last</td>
</tr>
<tr>
<td><code>Space</code></td>
<td>go to the board; then arrows and <code>Enter</code></td>
</tr>
<tr>
<td><code>i</code></td>
<td>about the piece under the cursor</td>
</tr>
<tr>
<td><code>a</code></td>
<td>attacked squares</td>
</tr>
<tr>
<td><code>f</code></td>
<td>turn the board round</td>
</tr>
<tr>
<td><code>m</code></td>
<td>type a move: <code>7g7f</code>, <code>P-7f</code>, <code>76歩</code></td>
</tr>
<tr>
<td><code>?</code></td>
<td>all keys</td>
</tr>
</tbody></table>
<p>The board speaks to screen readers: squares, pieces, every move and every refusal.</p>
`;export{r as html,n as links,t as title};