var e=`/assets/kifu-ja-CU_9uBvB.png`,t=`棋譜`,n=[],r=`<h1>棋譜</h1>
<p><strong>棋譜</strong> のページに貼り付けるか、ファイルを選ぶか、ドロップしてください。KIF、KI2、CSA、USI、SFEN、USEN、JKF、BODなどを、どの文字コードでも読みます。形式は自動で判別します。おかしなところは行番号とともに示し、読めた部分を開きます。</p>
<p><img src="`+e+`" alt="指し手、解析のグラフ、コメントのある棋譜" width="980" height="680" loading="lazy"></p>
<h2>見る、書く</h2>
<p>矢印キー、盤の上のホイール、スライダーで進めます。盤で駒を動かすと、手や変化が加わります。どの手にも <strong>コメント</strong> を書き、<strong>しおり</strong> をつけられます。<code>Ctrl</code>+<code>Z</code> で編集を戻せます。<strong>保存</strong> するとライブラリに入ります。</p>
<h2>解析</h2>
<p><strong>対局全体を解析</strong> すると、エンジンがすべての手を調べます。勝率のグラフ、損の大きい手、そしてよりよい手がわかります。<strong>この局面を検討</strong> は、目の前の局面を好きなだけ考えます。<strong>棋譜に書き込む</strong> と読み筋がコメントに残ります。</p>
<h2>共有</h2>
<p>指し手の隣の <strong>ライブラリ</strong> では、盤の局面から保存済みの棋譜で何が指されたかがわかります。<strong>コピー</strong> の <strong>図面を印刷…</strong> で、1枚に2、4、6図の教材を作れます。</p>
<p><strong>共有</strong> は、棋譜そのものを含むリンクを作ります。サーバーには何も残りません。<strong>ほかのページに埋め込む（HTML）</strong> を使うと、自分のサイトに棋譜を置けます。<strong>書き出し</strong> はどの形式にもでき、その形式で失われるものを先に知らせます。<strong>盤面の画像</strong> で局面を画像にし、<strong>印刷（局面と指し手）</strong> で指し手とコメントを添えて紙に出せます。</p>
`;export{r as html,n as links,t as title};