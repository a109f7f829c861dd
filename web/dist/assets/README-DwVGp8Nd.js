var e=`Guide to Koma`,t=[{address:`/help/first-steps`,title:`First steps`},{address:`/help/playing`,title:`Playing`},{address:`/help/board`,title:`At the board`},{address:`/help/records`,title:`Game records`},{address:`/help/library`,title:`The library`},{address:`/help/problems`,title:`Problems and positions`},{address:`/help/workshop`,title:`Your own pieces and games`},{address:`/help/server`,title:`Your own server`}],n=`<h1>Guide to Koma</h1>
<p>Koma is a place for shogi and its relatives, from 3×4 squares to 36×36. You can play, learn, study game records, solve mate problems, and make
pieces and games of your own. There is nothing to install and no account to make: open the page and begin.</p>
<ul>
<li><a href="/help/first-steps">First steps</a>: if you have never played shogi</li>
<li><a href="/help/playing">Playing</a>: the computer, a friend, clocks, and how games end</li>
<li><a href="/help/board">At the board</a>: moving, asking a piece what it does, keys, large boards</li>
<li><a href="/help/records">Game records</a>: reading, writing, analysing and sharing kifu</li>
<li><a href="/help/library">The library</a>: many games, and every position in them</li>
<li><a href="/help/problems">Problems and positions</a>: tsume, and the position editor</li>
<li><a href="/help/workshop">Your own pieces and games</a>: from a sentence to a game</li>
<li><a href="/help/server">Your own server</a>: for a family, a club or a school</li>
</ul>
<p>The button <strong>日本語</strong> at the top changes the language, the last one there holds the settings. What you choose is kept in your browser.</p>
`;export{n as html,t as links,e as title};