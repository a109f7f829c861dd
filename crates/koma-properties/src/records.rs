//! Game records: detection, every reader, every writer.

use koma_kifu::{Format, KifuData, ReadOptions, Reading, WriteOptions, read, read_text, verify};
use koma_text::{Encoding, Source};

use crate::{Property, showable, text};

const KIF: &str = "#KIF version=2.0 encoding=UTF-8\n開始日時：2025/01/15 10:00:00\n棋戦：竜王戦\n手合割：平手\n先手：山田太郎\n後手：佐藤<b>花子\n手数----指手---------消費時間--\n*始め\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*#評価値=12\n&しおり\n   2 ３四歩(33)   ( 0:12/00:00:12)+\n   3 ２二角成(88)   ( 1:02:03/01:02:19)\n   4 同　銀(31)\n   5 ４五角打\n   6 投了   ( 0:03/00:00:15)\nまで5手で先手の勝ち\n\n変化：2手\n   2 ８四歩(83)   (0:2/)+\n   3 ２六歩(27)\n   4 中断\n\n変化：2手\n   2 ４四歩(43)\n";
const MINI: &str = "手合割：京都将棋\n先手：\n後手：\n   1   ３四金(25)\n   2   １二と成(11)\n   3   １四歩成(15)\n   4   同　香成(12)\n   5   ４四玉(35)\n   6   ２二飛打\n";
const CHU: &str = "手合割：中将棋\n   1手目   7八獅子 （←7十）\n   2手目   5五歩兵 （←5四）\n   3手目   8六獅子 （←7八）\n   4手目   8五歩兵 （←8四）\n   5手目一歩目 ▲9五獅子 （←8六）\n   5手目二歩目 ▲9六獅子 （←9五）\n   6手目   7五獅子 （←6三）\n   7   投了\n";
const BOD: &str = "後手の持駒：飛　角　金二　歩十五\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n|v香v桂 ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ 龍 ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ 全 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| 香 桂 ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：銀\n手数＝171  ▲３二龍  まで\n後手番\n";
const KI2: &str = "手合割：二枚落ち　　\n上手：甲\n下手：乙\n△６二銀    ▲７六歩    △５四歩    ▲４六歩    △５三銀    ▲４五歩\n*注\n△６二金    ▲４八銀\nまで8手で中断\n\n変化：3手\n△４二玉    ▲５八金右\n";
const CSA: &str = "'CSA encoding=UTF-8\nV3.0\nN+先手, 太郎\nN-後手\n$EVENT:棋戦\n$TIME:900+0+5\n$NOTE:一行目\\n二行目\nPI82HI22KA\n-\n'*始め\n-6172KI,T1.5\n+7776FU\nT6.123\n'** 30 -8384FU #12\n-7162GI,T2,+2726FU,T3\n%TORYO,T0\n'summary:toryo\n/\nP1 *  *  *  * -OU *  *  *  * \nP2 * * * * * * * * *\nP+59OU00FU00FU\nP-00AL\n+\n+0055FU\n%+ILLEGAL_ACTION\n";
const USI: &str = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e resign\n# problems\nsfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b\nrbsgk/4p/5/P4/KGSBR b - 1\nposition sfen lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1 moves 7j7h 5d5e 7h8f 8d8e 8f9e9f\n";
const USEN: &str = "~0.7ku2jm6y236e5t24be9qc.r~2.0p4.p\n";
const USEN_SET: &str = "lnsgkgsnl_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.1wu7ku.t";
const JKF: &str = r#"{"header":{"先手":"甲","後手":"乙"},"initial":{"preset":"HIRATE"},"moves":[{"comments":["start"]},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":16},"total":{"h":0,"m":0,"s":16}},"comments":["one","&mark"]},{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"forks":[[{"move":{"color":1,"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}},{"special":"CHUDAN"}]]},{"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}},{"special":"TORYO"}]}"#;
const JSON: &str = r#"{"format":"koma-record","version":1,"games":[{"variant":"shogi","start":"startpos","headers":[["先手","甲"]],"nodes":[{"comments":["始め"]},{"parent":0,"move":"7g7f","time":16000},{"parent":1,"move":"3c3d"},{"parent":1,"move":"8c8d","bookmarks":["x"]},{"parent":2,"end":"TORYO","winner":"gote"}]}]}"#;

const ALL: &[&str] = &[KIF, MINI, CHU, BOD, KI2, CSA, USI, USEN, JKF, JSON];

/// The two-line moves of chu shogi are tested with whole games; damaged, they hardly are moves.
const WRITTEN: &[&str] = &[KIF, MINI, BOD, KI2, CSA, USI, USEN, JKF, JSON];

pub const RECORD_DETECTION: Property =
    Property { name: "record_detection", seeds: ALL, holds: detection };
pub const KIF_READER: Property =
    reader("record_kif", &[KIF, MINI, CHU, BOD], |b| reads(b, Format::Kif));
pub const KI2_READER: Property = reader("record_ki2", &[KI2, BOD], |b| reads(b, Format::Ki2));
pub const BOD_READER: Property = reader("record_bod", &[BOD, MINI], |b| reads(b, Format::Bod));
pub const CSA_READER: Property = reader("record_csa", &[CSA], |b| reads(b, Format::Csa));
pub const USI_READER: Property = reader("record_usi", &[USI], |b| reads(b, Format::Usi));
pub const USEN_READER: Property =
    reader("record_usen", &[USEN, USEN_SET], |b| reads(b, Format::Usen));
pub const JKF_READER: Property = reader("record_jkf", &[JKF], |b| reads(b, Format::Jkf));
pub const JSON_READER: Property = reader("record_json", &[JSON], |b| reads(b, Format::Json));
pub const RECORD_WRITERS: Property =
    Property { name: "record_writers", seeds: WRITTEN, holds: writers };

const fn reader(name: &'static str, seeds: &'static [&'static str], holds: fn(&[u8])) -> Property {
    Property { name, seeds, holds }
}

/// Any bytes are a record or not; what is told about them can be shown, and a file that gives no
/// game says why. A strict reader finds at least as much.
fn detection(bytes: &[u8]) {
    let reading = read(bytes, &ReadOptions::default());
    tells(&reading);
    assert!(!reading.records.is_empty() || reading.has_errors(), "no game, and nothing said");
    let strict = read(bytes, &ReadOptions { strict: true, ..ReadOptions::default() });
    assert_eq!(strict.format, reading.format);
    assert_eq!(strict.records.len(), reading.records.len());
    assert!(strict.has_errors() || !reading.has_errors());
}

fn tells(reading: &Reading) {
    let source = Source::new("record", reading.text.clone());
    let findings: Vec<_> = reading.remarks.iter().map(|remark| remark.finding.clone()).collect();
    showable(&findings, &source);
    assert!(findings.len() <= 1001, "the list of findings is bounded");
    let data = KifuData::of(
        reading,
        &koma_kifu::DataOptions { source: Some(&source), ..Default::default() },
    );
    assert_eq!(data.games, reading.records.len());
    let moves = data.main_usi.split(' ').filter(|word| !word.is_empty()).count();
    assert!(moves <= data.moves.len());
}

/// A reader that is told the format gives records whose lines can be replayed and edited.
fn reads(bytes: &[u8], format: Format) {
    let (records, remarks) = read_text(&text(bytes), format, &ReadOptions::default());
    assert!(remarks.len() <= 1001);
    for record in &records {
        assert!(record.replay().count() <= record.len() + 1);
        assert_eq!(record.stats().nodes, record.len());
        for id in record.ids().take(40) {
            let _ = (record.text(id), record.english(id), record.analysis(id));
            let extract = record.extract(id);
            assert!(extract.len() <= record.len());
        }
        if record.board.is_some() {
            let mut copy = record.clone();
            copy.merge(record, false).expect("a record fits itself");
        }
    }
}

/// What is read from any bytes comes back from every format, but for the losses declared.
fn writers(bytes: &[u8]) {
    let reading = read(bytes, &ReadOptions::default());
    for record in reading.records.iter().take(3) {
        for format in Format::ALL {
            for encoding in [Encoding::Utf8, Encoding::Cp932] {
                let options = WriteOptions { encoding, ..WriteOptions::default() };
                if let Err(difference) = verify(record, *format, &options) {
                    panic!("{} in {encoding}: {difference}", format.name());
                }
            }
        }
    }
}
