//! What goes in comes out.

use koma_kifu::{ReadOptions, read};
use koma_store::{Filter, Page, Store, position_key};

const KIF: &str = "開始日時：2020/01/02\n棋戦：竜王戦\n先手：羽生善治\n後手：Ａｂｃ\n\
   1 ７六歩(77) ( 0:16/00:00:16)\n   2 ３四歩(33) ( 0:01/00:00:01)\n   3 投了\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("a/koma.db").display());
    let store = Store::open(&url).await.unwrap();
    store.health_write().await.unwrap();
    let record = read(KIF.as_bytes(), &ReadOptions::default()).records.remove(0);
    let put = store.put_record(&record).await.unwrap();
    assert!(!put.is_duplicate);
    let again = store.put_record(&record).await.unwrap();
    assert_eq!((again.id, again.is_duplicate), (put.id, true));
    let stored = store.record(put.id).await.unwrap().unwrap();
    assert_eq!(stored.record, record);
    let filter = Filter { player: Some("羽生 善".to_owned()), ..Filter::default() };
    let found = store.find_records(&filter, &Page::default()).await.unwrap();
    assert_eq!((found.total, found.records), (1, vec![stored.summary]));
    let start = record.board.as_ref().unwrap().position();
    let explored = store.explore(position_key(&start), &Filter::default(), 10).await.unwrap();
    assert_eq!((explored.total, explored.gote, &*explored.moves[0].usi), (1, 1, "7g7f"));
    assert_eq!(explored.records[0].ply, 0);
}
