var e=`/assets/workshop-ja-C5HFi-Kh.png`,t=`自分の駒と将棋`,n=[],r=`<h1>自分の駒と将棋</h1>
<h2>言葉から駒を作る</h2>
<p><strong>工房</strong> で、駒の動きを日本語か英語で書いてください。たとえば「前に何マスでも進める。斜め後ろに1マス動ける。」書くそばから盤に表れます。マスをクリックして、敵や味方の駒を置いて試せます。読めなかった言葉には線が引かれ、二通りに読める言葉は、図を見て選べます。Betza記法も読みます。</p>
<p><img src="`+e+`" alt="ひとつの文から作った駒" width="980" height="680" loading="lazy"></p>
<p>名前と駒の文字を決めて、<strong>駒箱に入れる</strong> を押します。<strong>リンクをコピー</strong> で友だちに送れます。</p>
<h2>駒から将棋を作る</h2>
<p><strong>将棋を作る</strong> では、知っている将棋（大きさを問わず、ルールもすべてそのまま）か、空の盤から始めます。<strong>駒を加える</strong> で駒を増やし、初期配置に置き、<strong>先手の陣を後手へ写す</strong> を押します。成りと打ち、はじめの配置、勝ち方は、それぞれのタブにあります。指せるかどうか、直すところはどこかは、いつも下に出ています。</p>
<p><strong>指してみる</strong> で対局が始まり、<strong>コンピューターと指す</strong> で相手ができ、<strong>共有</strong> すると、ルールと駒と図のそろったアドレスができます。</p>
<h2>ファイル</h2>
<p><strong>ファイル</strong> では、同じものを文字で書けます。KomaのYAMLか、Fairy-Stockfishの <code>variants.ini</code> です。誤りはその行に示されます。<strong>大局将棋の駒</strong> では、いちばん大きな将棋の404の面を、動きから探せます。</p>
`;export{r as html,n as links,t as title};