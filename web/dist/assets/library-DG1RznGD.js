var e=`/assets/library-en-nhitmke1.png`,t=`The library`,n=[],r=`<h1>The library</h1>
<p>The <strong>Library</strong> holds the games of this server: those you import, save or finish, as far as they are public.</p>
<h2>Importing</h2>
<p><strong>Import</strong> takes files, ZIP files and whole folders. It goes on while you do something else, reports per file, and never stores the same game twice.</p>
<h2>Finding games</h2>
<p>Filter by player, event, date, result, handicap, and by the names of openings, castles and tesuji. <strong>Export</strong> writes what was found into one ZIP file.</p>
<p>A white star stands before the winner, a black one before the loser; the headings of dates and moves sort, and turn the order round.</p>
<p>Tick some games and press <strong>Add a tag</strong>: all games of one tag are a collection, one press away. What you may change goes there by <strong>Delete</strong>.</p>
<h2>Finding positions</h2>
<p><strong>Position search</strong> shows what was played from a position, how often, and with what result. Move pieces on the board, or choose a move in the table; below stand the games.
Every position of every game is found, also those reached by another order of moves.</p>
<p><img src="`+e+`" alt="Position search: the moves played, with their results" width="980" height="680" loading="lazy"></p>
`;export{r as html,n as links,t as title};