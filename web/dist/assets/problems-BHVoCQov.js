var e=`/assets/tsume-ja-CsVBrob4.png`,t=`詰将棋と局面編集`,n=[],r=`<h1>詰将棋と局面編集</h1>
<h2>詰将棋</h2>
<p>最初のページの <strong>詰将棋を解く</strong> には、いくつもの将棋の1手から5手までの問題と、将棋図巧（1755年）の百番があります。<strong>自分の問題</strong> では、SFENを一行に一問ずつ書いたファイルや、問題図から始まる棋譜を読めます。</p>
<p>王手を続けてください。相手はいちばん長く粘ります。詰まない手には理由を示し、指し直せます。<strong>ヒント</strong> と <strong>解答を見る</strong> もあります。</p>
<p><img src="`+e+`" alt="詰将棋の問題" width="980" height="680" loading="lazy"></p>
<h2>局面編集</h2>
<p><strong>局面編集</strong> では、駒を選んでマスをクリックし、駒をドラッグし、もう一度クリックで裏返し、盤の外へ出すと消えます。<strong>初期局面</strong> には初期配置や空の盤、 <strong>駒箱の残り</strong> には使っていない駒があります。</p>
<p>ページのアドレスがいつも局面を持っています。ブックマークするか、<strong>リンクをコピー</strong> してください。そこから対局、コンピューター、ライブラリの検索、 <strong>詰みを探す</strong>（余詰も）へ進めます。</p>
`;export{r as html,n as links,t as title};