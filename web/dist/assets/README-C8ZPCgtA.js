var e=`Komaの使い方`,t=[{address:`/help/first-steps`,title:`はじめての人へ`},{address:`/help/playing`,title:`対局する`},{address:`/help/board`,title:`盤の使い方`},{address:`/help/records`,title:`棋譜`},{address:`/help/library`,title:`ライブラリ`},{address:`/help/problems`,title:`詰将棋と局面編集`},{address:`/help/workshop`,title:`自分の駒と将棋`},{address:`/help/server`,title:`自分のサーバー`}],n=`<h1>Komaの使い方</h1>
<p>Komaは、3×4のどうぶつしょうぎから36×36の大局将棋まで、将棋とその仲間が集まる場所です。対局、入門、棋譜の研究、詰将棋、そして自分の駒や将棋づくりができます。インストールも登録もいりません。ページを開けば、すぐに始められます。</p>
<ul>
<li><a href="/help/first-steps">はじめての人へ</a>：将棋を指したことがない人に</li>
<li><a href="/help/playing">対局する</a>：コンピューター、友だち、持ち時間、終局</li>
<li><a href="/help/board">盤の使い方</a>：駒の動かし方と調べ方、キー操作、大きな盤</li>
<li><a href="/help/records">棋譜</a>：読む、書く、解析する、共有する</li>
<li><a href="/help/library">ライブラリ</a>：たくさんの対局と、その中のすべての局面</li>
<li><a href="/help/problems">詰将棋と局面編集</a>：解く、作る、局面を並べる</li>
<li><a href="/help/workshop">自分の駒と将棋</a>：ひとつの文から将棋まで</li>
<li><a href="/help/server">自分のサーバー</a>：家族や道場、学校のために</li>
</ul>
<p>上の <strong>English</strong> を押すと言語が変わり、右端に設定があります。選んだものはブラウザーに残ります。</p>
`;export{n as html,t as links,e as title};