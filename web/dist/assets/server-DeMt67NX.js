var e=`自分のサーバー`,t=[],n=`<h1>自分のサーバー</h1>
<p>Komaはひとつのプログラムです。家でも道場でも学校でも、インターネットなしで、このページを動かせます。</p>
<pre><code class="language-sh">koma serve --bind 0.0.0.0
</code></pre>
<p>同じネットワークの人が開けるアドレスと、スマートフォン用のQRコードが表示されます。データはひとつのフォルダにあり、<code>koma db backup</code> で控えが取れます。公開の仕方、パスワード、制限、独自のアドレスについては、このガイドと同じ場所の <code>docs/hosting.md</code>（英語）にあります。</p>
<h2>アカウント</h2>
<p>対局に登録はいりません。対局や棋譜、自作の将棋をどの端末でも見たいとき、自分だけの棋譜を持ちたいときは <strong>新規登録</strong> してください。メールアドレスはいりません。パスワードを忘れたら、サーバーの管理者が再設定できます。<strong>自分のデータ</strong> で、自分のものをすべてダウンロードできます。</p>
<h2>エンジン</h2>
<p>対局と解析には、Koma自身のエンジンを使います。ほかのUSIエンジンはサーバーの起動時に加え、設定の <strong>エンジン</strong> で選びます。</p>
<h2>ブラウザーなしで</h2>
<p><code>koma play</code> は端末で対局し、<code>koma kifu</code> は棋譜を変換・点検し、<code>koma mate</code> は詰将棋を解きます。どのコマンドにも <code>--help</code> があり、<code>--lang ja</code> で日本語になります。</p>
`;export{n as html,t as links,e as title};