var e=`Your own server`,t=[],n=`<h1>Your own server</h1>
<p>Koma is one program. Whoever has it can run this page at home, in a club or at school, without the internet:</p>
<pre><code class="language-sh">koma serve --bind 0.0.0.0
</code></pre>
<p>It prints the addresses under which others in the same network find it, and a QR code for phones. Everything is kept in one folder; <code>koma db backup</code> copies it.
How to run it for the public, with passwords, limits and a name of its own, is described in <code>docs/hosting.md</code> beside this guide.</p>
<h2>Accounts</h2>
<p>Nobody needs an account to play. <strong>Sign up</strong> if you want your games, records and variants on every device, or records that only you see. There is no mail address to give; whoever runs the
server can set a new password. <strong>My data</strong> downloads all that is yours.</p>
<h2>Engines</h2>
<p>The page plays and analyses with Koma&#39;s own engine. Other USI engines are added when the server is started; they are then chosen in the settings, under <strong>Engines</strong>.</p>
<h2>Without a browser</h2>
<p><code>koma play</code> plays in a terminal, <code>koma kifu</code> converts and checks records, <code>koma mate</code> solves problems. Every command has <code>--help</code>; <code>--lang ja</code> makes it speak Japanese.</p>
`;export{n as html,t as links,e as title};