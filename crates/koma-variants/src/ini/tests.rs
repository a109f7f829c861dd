//! What the reader makes of sections, options, regions, starts and faults.

use koma_text::Source;

use super::keys::{KEYS, Use, find, spellings};
use super::*;
use crate::{
    Chase, DeadSquares, DropMate, EndingKind, LockUnused, Outcome, Pass, PromotionWhen, Zone,
};

fn read(text: &str) -> (Vec<Variant>, Vec<Finding>) {
    read_ini(&Source::new("variants.ini", text))
}

/// The findings as `code line:column`; errors begin with `!`, warnings with `?`.
fn check(text: &str, expected: &[&str]) -> Vec<Variant> {
    let source = Source::new("variants.ini", text);
    let (variants, findings) = read_ini(&source);
    let shown: Vec<String> = findings
        .iter()
        .map(|finding| {
            let mark = match finding.severity {
                koma_text::Severity::Error => "!",
                koma_text::Severity::Warning => "?",
                koma_text::Severity::Info => "",
            };
            let place = source.line_col(finding.span.expect("every finding has a place").start);
            format!("{mark}{} {}:{}", finding.code, place.line, place.column)
        })
        .collect();
    assert_eq!(shown, expected, "{text}\n{findings:?}");
    variants
}

/// The only variant of a text without findings.
fn one(text: &str) -> Variant {
    let mut variants = check(text, &[]);
    assert_eq!(variants.len(), 1, "{text}");
    variants.remove(0)
}

/// A game of kings and pawns on 5x5 with more options.
fn small(options: &str) -> Variant {
    one(&format!(
        "[small]\nmaxRank = 5\nmaxFile = 5\nking = k\nshogiPawn = p\ngold = g\n\
         startFen = 4k/4p/5/P4/K4[Gg] w - - 0 1\npieceDrops = true\npromotedPieceType = p:g\n\
         promotionRegionWhite = *5\npromotionRegionBlack = *1\n{options}"
    ))
}

const SIX: &str = "\
[66shogi:shogi]
maxRank = 6
maxFile = f
pocketSize = 7
startFen = 6/pppppp/6/6/PPPPPP/6[KGSNLRBkgsnlrb] w - - 0 1
setupDrops = true
setupMustDrop = true
setupDropRegionWhite = *1
setupDropRegionBlack = *6
setupDropPieceTypes = kgsnl
promotionRegionWhite = *5 *6
promotionRegionBlack = *2 *1
pieceChoiceGroup = options=rb limit=1 required=true lockUnused=true
";

#[test]
fn the_66shogi_of_the_reading_is_the_66shogi_of_the_catalogue() {
    let read = one(SIX);
    let shipped = crate::find("66shogi").expect("it is shipped");
    assert_eq!((read.files, read.ranks), (6, 6));
    assert_eq!(read.start, shipped.start);
    assert_eq!(read.promotion, shipped.promotion);
    assert_eq!(read.drops, shipped.drops);
    assert_eq!(read.choice_groups, shipped.choice_groups);
    assert_eq!(read.endings, shipped.endings);
    assert_eq!(read.impasse.profile, shipped.impasse.profile);
    let setup = read.setup.as_ref().expect("it has a set-up phase");
    let of_catalogue = shipped.setup.as_ref().expect("so has the other");
    assert_eq!((setup.must_drop, &setup.zone), (true, &of_catalogue.zone));
    let codes = |variant: &Variant, kinds: &[usize]| -> Vec<String> {
        let mut codes: Vec<_> = kinds.iter().map(|&k| variant.kinds[k].code.clone()).collect();
        codes.sort();
        codes
    };
    assert_eq!(codes(&read, &setup.kinds[0]), codes(shipped, &of_catalogue.kinds[0]));
    for (a, b) in read.kinds.iter().zip(&shipped.kinds) {
        let same = (&a.code, a.promotes_to, a.in_hand, a.royal, a.most_per_file, a.drop_mate)
            == (&b.code, b.promotes_to, b.in_hand, b.royal, b.most_per_file, b.drop_mate);
        assert!(same && a.piece.movement == b.piece.movement, "{a:?}\n{b:?}");
        assert_eq!((&a.piece.name, &a.piece.name_ja), (&b.piece.name, &b.piece.name_ja));
    }
}

#[test]
fn the_block_of_the_seed_loads_with_its_comments_behind_the_values() {
    let text = "\
[66shogi:shogi]
maxRank = 6
maxFile = 6
setupDrops = true                    # セットアップドロップを有効化
setupMustDrop = true                 # パス不可（ドロップ強制）
setupDropRegionWhite = *1            # 白の配置可能領域
setupDropRegionBlack = *6            # 黒の配置可能領域
setupDropPieceTypes = kgsnl          # 配置可能な駒タイプ
pocketSize = 7                       # 持ち駒のサイズ
startFen = 6[KGSNLRBkgsnlrb]         # 初期配置（持ち駒含む）
pieceChoiceGroup = options=rb limit=1 required=true lockUnused=true
";
    let variants = check(text, &["?ini-short-start 10:12", "?ini-short-start 10:12"]);
    assert_eq!(variants[0].start, "6/6/6/6/6/6 b RBGSNLKrbgsnlk 1");
    assert_eq!(variants[0].setup.as_ref().map(|setup| setup.must_drop), Some(true));
}

#[test]
fn comments_are_whole_lines_or_stand_behind_a_blank() {
    let text = "; a\n# b\n[small:minishogi] # c\n  ; d\n\nstartFen = 4k/5/5/5/K4[] w - - 0 1 # e\n";
    assert_eq!(one(text).start, "4k/5/5/5/K4 b - 1");
}

#[test]
fn choice_groups_have_all_their_spellings() {
    let groups = |value: &str| small(&format!("pieceChoiceGroup = {value}")).choice_groups;
    let [first, second] = groups("options=gP limit=2; options=* limit=3 requiredForSetup=1;");
    assert_eq!(first, second);
    assert_eq!(first.len(), 2);
    assert_eq!(
        (first[0].limit, first[0].required, first[0].lock_unused),
        (2, false, LockUnused::No)
    );
    assert_eq!((first[1].options.len(), first[1].required), (3, true));
    for (spelling, lock) in [
        ("lockUnused=true", LockUnused::Game),
        ("lockUnusedOptions=1", LockUnused::Game),
        ("banUnused=true", LockUnused::Game),
        ("lockUnused=setup", LockUnused::Setup),
        ("lockUnused=yes", LockUnused::No),
    ] {
        let [first, _] = groups(&format!("options=g limit=1 {spelling}"));
        assert_eq!(first[0].lock_unused, lock, "{spelling}");
    }
    let sided = small(
        "pieceChoiceGroupBlack = options=p limit=2\npieceChoiceGroup = options=g limit=1\n\
         pieceChoiceGroupWhite = options=g limit=3",
    );
    let limits =
        sided.choice_groups.map(|groups| groups.iter().map(|g| g.limit).collect::<Vec<_>>());
    assert_eq!(limits, [vec![1, 3], vec![1, 2]]);
}

#[test]
fn faulty_choice_groups_are_told_in_the_words_of_the_seed_and_the_rest_is_kept() {
    // S66-8
    let head = "[a:minishogi]\n";
    for (value, faults) in [
        ("options=xb limit=1", 1),
        ("options=rb limit=0", 1),
        ("options=rb limit=-2", 1),
        ("options=rb limit=many", 1),
        ("options= limit=1", 1),
        ("limit=1", 1),
        ("options=rb", 1),
        ("options=rb limit=1 colour=red", 1),
        ("nonsense", 1),
        ("options=x limit=1; options=rb limit=2; options=y limit=1", 2),
    ] {
        let (variants, findings) = read(&format!("{head}pieceChoiceGroup = {value}"));
        let texts: Vec<String> = findings.iter().map(|f| f.message.to_string()).collect();
        assert_eq!(texts, vec!["Invalid pieceChoiceGroup entry"; faults], "{value}");
        assert_eq!(variants.len(), 1);
        assert_eq!(variants[0].choice_groups[0].len(), usize::from(faults == 2), "{value}");
    }
    let nine = ["options=rb limit=1"; 9].join(";");
    let (variants, findings) = read(&format!("{head}pieceChoiceGroup = {nine}"));
    assert_eq!(findings[0].message, "Maximum number of piece choice groups exceeded");
    assert_eq!(variants[0].choice_groups[0].len(), 8);
    let own = format!(
        "{head}pieceChoiceGroup = {}\npieceChoiceGroupWhite = options=g limit=1",
        ["options=rb limit=1"; 8].join(";")
    );
    let (variants, findings) = read(&own);
    assert_eq!(findings[0].message, "Maximum number of piece choice groups exceeded");
    assert_eq!(variants[0].choice_groups.each_ref().map(Vec::len), [8, 8]);
}

#[test]
fn a_child_inherits_everything_and_changes_what_it_says() {
    let text = format!(
        "{SIX}\n[seven:66shogi]\nsetupMustDrop = false\n[eight:SEVEN]\npieceChoiceGroup = options=rb limit=2\n"
    );
    let variants = check(&text, &[]);
    let [six, seven, eight] = &variants[..] else { panic!("three sections") };
    assert_eq!(seven.choice_groups, six.choice_groups);
    assert_eq!(seven.setup.as_ref().map(|s| s.must_drop), Some(false));
    assert_eq!(
        seven.setup.as_ref().map(|s| s.kinds.clone()),
        six.setup.as_ref().map(|s| s.kinds.clone())
    );
    assert_eq!(eight.choice_groups[0].len(), 1);
    assert_eq!((eight.choice_groups[0][0].limit, eight.choice_groups[0][0].required), (2, false));
    // A parent may stand behind its child.
    let variants = check("[b:a]\n[a:minishogi]\nnFoldRule = 3\n", &[]);
    assert_eq!(variants[0].endings, variants[1].endings);
}

#[test]
fn the_pawn_drop_mate_loses_unless_it_is_inherited_as_illegal() {
    let mate =
        |variant: &Variant| variant.kinds.iter().find(|k| k.code == "P").map(|k| k.drop_mate);
    assert_eq!(mate(&small("shogiPawnDropMateIllegal = true")), Some(DropMate::Loses));
    assert_eq!(mate(&small("")), Some(DropMate::Allowed));
    assert_eq!(mate(&one("[a:shogi]\n")), Some(DropMate::Forbidden));
    assert_eq!(
        mate(&one("[a:shogi]\nshogiPawnDropMateIllegal = true\n")),
        Some(DropMate::Forbidden)
    );
    assert_eq!(
        mate(&one("[a:shogi]\nshogiPawnDropMateIllegal = false\n")),
        Some(DropMate::Allowed)
    );
}

#[test]
fn a_section_that_only_names_a_parent_is_that_variant() {
    for shipped in crate::catalogue() {
        let text = format!("[copy:{}]\n", shipped.slug);
        let (variants, findings) = read(&text);
        assert!(!findings.iter().any(Finding::is_error), "{}: {findings:?}", shipped.slug);
        let copy = &variants[0];
        assert_eq!(copy.start, shipped.start, "{}", shipped.slug);
        assert_eq!(copy.promotion, shipped.promotion, "{}", shipped.slug);
        assert_eq!(copy.drops, shipped.drops, "{}", shipped.slug);
        assert_eq!(copy.choice_groups, shipped.choice_groups, "{}", shipped.slug);
        assert_eq!(copy.special, shipped.special, "{}", shipped.slug);
        assert_eq!(
            (copy.check_rules, copy.royals_needed),
            (shipped.check_rules, shipped.royals_needed),
            "{}",
            shipped.slug
        );
        let moves = |variant: &Variant| -> Vec<_> {
            let all = variant.kinds.iter();
            all.map(|kind| (kind.code.clone(), kind.piece.movement.clone())).collect()
        };
        assert_eq!(moves(copy), moves(shipped), "{}", shipped.slug);
    }
}

#[test]
fn letters_belong_to_the_last_that_names_them() {
    let text = "[a]\nmaxRank = 5\nmaxFile = 5\nking = k\nrook = r\nbishop = r\n\
                startFen = 4k/5/5/5/KR3 w - - 0 1\n[b:a]\nlance = r\n";
    let variants = check(text, &[]);
    let name = |v: &Variant| v.kinds.iter().find(|k| k.code == "R").map(|k| k.piece.name.clone());
    assert_eq!(name(&variants[0]).as_deref(), Some("Rook"));
    assert_eq!(name(&variants[1]).as_deref(), Some("Lance"));
    // What is said of a type stays with it.
    let text = "[a:minishogi]\nsoldier = p\n";
    let pawn = one(text).kinds.into_iter().find(|k| k.code == "P").expect("it is there");
    assert_eq!((pawn.promotes_to, pawn.most_per_file), (None, None));
}

#[test]
fn custom_pieces_read_betza_as_fairy_stockfish_does() {
    let text = "[a]\nmaxRank = 5\nmaxFile = 5\nking = k:KN\ncustomPiece1 = X:fsK\n\
                startFen = 4k/5/5/5/KX3 w - - 0 1\n";
    let variants = check(text, &["?betza-fairy-pair 5:18"]);
    let moves = |code: &str| {
        let kind = variants[0].kinds.iter().find(|kind| kind.code == code).expect("it is there");
        (kind.piece.movement.steps.len(), kind.piece.movement.jumps.len(), kind.royal)
    };
    assert_eq!((moves("K"), moves("X")), ((8, 8, true), (4, 0, false)));
    check("[a:minishogi]\ncustomPiece1 = x:K%\n", &["!betza-unknown-letter 2:19"]);
    for (value, at) in [("x", 16), ("xx:K", 16), ("-:K", 16), ("", 15)] {
        let text = format!("[a:minishogi]\ncustomPiece1 = {value}\n");
        check(&text, &[&format!("!ini-bad-value 2:{at}")]);
    }
    check("[a:minishogi]\nrook = r:KN\n", &["!ini-bad-value 2:8"]);
    check("[a:minishogi]\ncustomPiece26 = x:K\n", &["!ini-unknown-key 2:1"]);
}

#[test]
fn options_become_rules() {
    let variant = small(
        "mandatoryPiecePromotion = true\npiecePromotionOnCapture = true\npieceDemotion = true\n\
         dropPromoted = true\ncapturesToHand = true\ndropChecks = false\n\
         dropNoDoubled = p\ndropNoDoubledCount = 2\nimmobilityIllegal = true\nmustDrop = true\n\
         mustDropType = g\ndropRegionWhite = *1 *2\ndropRegionBlack = *5 *4\nmustCapture = true\n\
         checking = false\npassWhite = true\npassOnStalemateBlack = true\nflyingGeneral = true\n\
         mobilityRegionWhiteKing = *1\npromotionLimit = g:2\n",
    );
    let rules = &variant.promotion;
    assert_eq!(rules.zone, Zone::FarRanks(1));
    assert_eq!(rules.when, PromotionWhen::StartsOrEndsInZone);
    assert!(rules.forced && rules.only_captures && rules.turns_back);
    assert_eq!(rules.dead_squares, DeadSquares::Forbidden);
    let drops = variant.drops.as_ref().expect("it has drops");
    assert!(drops.either_side && !drops.stays_promoted && drops.captures_to_hand);
    let looped = small("dropLoop = true\n").drops.expect("it has drops");
    assert!(looped.stays_promoted && !looped.either_side && !looped.captures_to_hand);
    assert!(!drops.may_check);
    let near = |ranks: [u8; 2]| {
        let all = |rank: u8| (1..=5).map(move |file| (file, rank));
        ranks.into_iter().flat_map(all).collect::<Vec<_>>()
    };
    assert_eq!(drops.zone, Some(Zone::Squares([near([4, 5]), near([1, 2])])));
    let kind = |code: &str| variant.kinds.iter().position(|k| k.code == code).expect("it is there");
    assert_eq!(drops.must_drop, [kind("G")]);
    assert_eq!(variant.kinds[kind("P")].most_per_file, Some(2));
    assert_eq!(variant.kinds[kind("+P")].most_per_file, None);
    assert_eq!(variant.kinds[kind("+P")].most_on_board, Some(2));
    let special = &variant.special;
    assert!(special.must_capture && special.no_checks && special.royals_may_not_face);
    assert_eq!(special.pass, [Pass::Always, Pass::WithoutMove]);
    match &variant.kinds[kind("K")].stays_in {
        Some(Zone::Squares([first, second])) => {
            assert_eq!((first.len(), second.len()), (5, 25));
            assert!(first.iter().all(|&(_, rank)| rank == 5));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_become_endings() {
    let endings = |options: &str| -> Vec<(String, Outcome)> {
        let all = small(options).endings.into_iter();
        all.map(|e| (format!("{:?}", e.kind).split(' ').next().unwrap_or("").into(), e.outcome))
            .collect()
    };
    let expect = |options: &str, expected: &[(&str, Outcome)]| {
        let expected: Vec<_> = expected.iter().map(|&(name, o)| (name.to_owned(), o)).collect();
        assert_eq!(endings(options), expected, "{options}");
    };
    use Outcome::{Draw, FirstPlayerLoses, Loss, SecondPlayerLoses, Win};
    expect(
        "",
        &[("Checkmate", Loss), ("NoMove", Draw), ("Repetition", Draw), ("NoProgress", Draw)],
    );
    let off = "nMoveRule = 0\nnFoldRule = 0\n";
    expect(off, &[("Checkmate", Loss), ("NoMove", Draw)]);
    expect(&format!("{off}stalemateValue = loss\n"), &[("Checkmate", Loss), ("NoMove", Loss)]);
    let repeat = "nMoveRule = 0\nstalemateValue = win\ncheckmateValue = win\nnFoldRule = 4\n";
    for (more, outcome) in [
        ("nFoldValue = loss\nnFoldValueAbsolute = true", FirstPlayerLoses),
        ("nFoldValue = win\nnFoldValueAbsolute = true", SecondPlayerLoses),
        ("nFoldValue = win", Win),
        ("nFoldValue = loss", Loss),
    ] {
        let all = [("Checkmate", Win), ("NoMove", Win), ("Repetition", outcome)];
        expect(&format!("{repeat}{more}\n"), &all);
    }
    let perpetual = small("perpetualCheckIllegal = true\n").endings;
    assert!(
        perpetual
            .iter()
            .any(|e| e.kind == EndingKind::Repetition { times: 3, chaser_loses: Chase::Check })
    );
    let goal = small(&format!(
        "{off}flagPiece = k\nflagRegionWhite = *5\nflagRegionBlack = *1\nflagPieceSafe = true\n"
    ));
    let kind = goal.kinds.iter().position(|k| k.royal).expect("a king");
    assert!(
        matches!(&goal.endings[0].kind, EndingKind::Goal { kinds, zone: Zone::FarRanks(1), count: 1, safe: true, last_move: false, when_full: false } if *kinds == [[kind], [kind]])
    );
    let few = small(&format!(
        "{off}extinctionValue = loss\nextinctionPieceTypes = g\nextinctionPieceCount = 1\n"
    ));
    let kinds: Vec<usize> = (0..few.kinds.len())
        .filter(|&k| {
            few.kinds[k].piece.movement
                == few.kinds.iter().find(|k| k.code == "G").expect("gold").piece.movement
        })
        .collect();
    // A promoted pawn is of type gold.
    assert_eq!(kinds.len(), 2);
    assert_eq!(
        few.endings[0].kind,
        EndingKind::Extinction { kinds, at_most: 1, other_has: 0, claim: false }
    );
    let all = small("extinctionValue = win\nextinctionPieceTypes = *\n");
    assert!(
        matches!(&all.endings[0].kind, EndingKind::Extinction { kinds, .. } if kinds.is_empty())
    );
    let kingless = |options: &str| {
        let head = "[a:minishogi]\nking = -\ncommoner = k\n";
        one(&format!("{head}{options}"))
    };
    let royal = "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n";
    let royal = kingless(royal);
    assert!(royal.check_rules && royal.kinds.iter().filter(|k| k.royal).count() == 1);
    assert!(!kingless("").check_rules);
    let checks =
        one("[a:shogi]\ncheckCounting = true\nstartFen = 4k4/9/9/9/9/9/9/9/4K4[] b - - 3+2 4 7\n");
    assert_eq!(checks.endings[0].kind, EndingKind::Checks { checks: [3, 2] });
    assert_eq!(checks.start, "4k4/9/9/9/9/9/9/9/4K4 w - 14");
}

#[test]
fn rules_of_other_games_are_told_when_they_would_matter() {
    check(
        "[a:shogi]\ncastling = true\nblastOnCapture = false\nconnectN = 0\npieceToCharTable = PNBR\npieceValueMg = p:100\n",
        &[],
    );
    check(
        "[a:shogi]\nblastOnCapture = true\nwallingRule = duck\n",
        &["?ini-unsupported 2:1", "?ini-unsupported 3:1"],
    );
    let chess =
        "[chess]\npawn = p\nking = k\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w KQkq - 0 1\n";
    check(chess, &["?ini-unsupported 1:2"; 3]);
    check(
        "[a:shogi]\nwhiteFlag = *9\npromotionRank = 6\n",
        &["?ini-old-key 2:1", "?ini-old-key 3:1"],
    );
}

#[test]
fn faults_are_found_where_they_stand_and_the_rest_is_kept() {
    for (text, expected) in [
        ("[a:shogi]\nmaxRnk = 6\n", "!ini-unknown-key 2:1"),
        ("[a:shogi]\npieceDrops = yes\n", "!ini-bad-value 2:14"),
        ("[a:shogi]\npieceDrops =\n", "!ini-bad-value 2:13"),
        ("[a:shogi]\nnFoldRule = 1000\n", "!ini-bad-value 2:13"),
        ("[a:shogi]\nstalemateValue = lost\n", "!ini-bad-value 2:18"),
        ("[a:shogi]\nflagRegionWhite = *9 9* e5\n", "!ini-bad-region 2:22"),
        ("[a:shogi]\nflagRegionWhite = *12\n", "?ini-region-off-board 2:19"),
        ("[a:shogi]\ndropNoDoubled = x\n", "!ini-unknown-piece 2:17"),
        ("[a:shogi]\npromotedPieceType = l:x s:g\n", "!ini-unknown-piece 2:23"),
        ("[a:shogi]\npromotedPieceType = lg\n", "!ini-bad-value 2:21"),
        ("[a:shogi]\nnFoldRule = 3\nnFoldRule = 4\n", "?ini-duplicate-key 3:1"),
        ("[a:shogi]\nthis is no entry\n", "!ini-bad-line 2:1"),
        ("[a:shogi]\n[a:chu]\n", "!ini-duplicate-section 2:2"),
        ("nFoldRule = 4\nmaxRank = 3\n[a:shogi]\n", "!ini-no-section 1:1"),
        ("[a:shogi]\n[b\nnFoldRule = 3\n", "!ini-bad-section 2:1"),
        ("[a:shogi]\n[b:]\n", "!ini-bad-section 2:1"),
        ("[a:shogi]\n[b:chess]\n", "!ini-unknown-parent 2:4"),
        ("[a:shogi]\n[b]\n", "!ini-bad-start 2:2"),
        ("[a:shogi]\n[b:shogi]\nmaxRank = 8\n", "!ini-bad-start 2:2"),
        ("[a:shogi]\n[b:taikyoku]\nmaxRank = 8\n", "!ini-bad-start 2:2"),
    ] {
        assert_eq!(check(text, &[expected])[0].slug, "a", "{text}");
    }
    let (_, findings) = read("[a:shogi]\nMAXRANK = 6\n[b:minishgi]\n");
    let help = |index: usize| findings[index].help.as_ref().map(ToString::to_string);
    assert_eq!(help(0).as_deref(), Some("did you mean `maxRank`?"));
    assert_eq!(help(1).as_deref(), Some("did you mean `minishogi`?"));
}

#[test]
fn starts_that_do_not_fit_are_told_square_by_square() {
    for (fen, expected) in [
        ("4k/5/5/5/K4/5[] w", &["!ini-bad-start 2:12"][..]),
        ("4k1/5/5/5/K4[] w", &["!ini-bad-start 2:12"]),
        ("4k/5/5/99999999999999999999/K4[] w", &["!ini-bad-start 2:19"]),
        ("4k/5/2x2/5/K4[] w", &["!ini-bad-start 2:18"]),
        ("4k/5/2+g2/5/K4[] w", &["!ini-bad-start 2:18"]),
        ("4k/5/5/5/K4[Q] w", &["!ini-bad-start 2:24"]),
        ("4k/5/5/5/K4[P w", &["!ini-bad-start 2:24"]),
        ("4k/5/5/5/K4[] x", &["!ini-bad-start 2:26"]),
        ("4k/5/5/5/K4[] w - - 1+x 0 1", &["!ini-bad-start 2:32"]),
        ("5/5/5/5/5[] w", &["!ini-bad-start 1:2"]),
    ] {
        assert_eq!(check(&format!("[a:minishogi]\nstartFen = {fen}\n"), expected), [], "{fen}");
    }
}

#[test]
fn hands_that_nobody_may_drop_from_are_left_empty() {
    let text = "[a:minishogi]\npieceDrops = false\nstartFen = 4k/5/5/5/K4[Pp] w - - 0 1\n";
    let variants = check(text, &["?ini-hands-without-drops 1:2"]);
    assert_eq!(variants[0].start, "4k/5/5/5/K4 b - 1");
}

#[test]
fn only_what_is_asked_for_is_built_and_its_price_is_known_before() {
    let text = "[a:minishogi]\nnFoldRule = x\n[b:a]\n[c:shogi]\nnFoldRule = y\n[d:b]\n[e:e]\n";
    let source = Source::new("variants.ini", text);
    let visit = |wanted, limits| {
        let mut names = Vec::new();
        let findings = visit_ini(&source, wanted, limits, |_, variant| names.push(variant.slug));
        (names.join(" "), findings.iter().map(|f| f.code.to_string()).collect::<Vec<_>>().join(" "))
    };
    let all = IniLimits::default();
    let bad = "ini-bad-value";
    for (wanted, names, codes) in [
        (IniSections::All, "a b c d", format!("ini-circle {bad} {bad}")),
        // Its own faults and those of its parents; `c` is not looked at.
        (IniSections::Named("D"), "d", format!("ini-circle {bad}")),
        (IniSections::Named("c"), "c", format!("ini-circle {bad}")),
        (IniSections::Named("nobody"), "", "ini-circle".to_owned()),
        (IniSections::Last, "", "ini-circle".to_owned()),
    ] {
        assert_eq!(visit(wanted, all), (names.to_owned(), codes), "{wanted:?}");
    }
    let few = IniLimits { sections: 2, ..all };
    assert_eq!(visit(IniSections::Last, few).0, "b");
    // What is built has never more kinds than are allowed, and what is left out is told.
    let kinds = read(text).0.iter().map(|variant| variant.kinds.len()).collect::<Vec<_>>();
    let mut seen = Vec::new();
    for most in 0..=4 * kinds.iter().sum::<usize>() {
        let (names, codes) = visit(IniSections::All, IniLimits { kinds: most, ..all });
        let built = names.split_whitespace().count();
        assert!(kinds[..built].iter().sum::<usize>() <= most, "{most}: {names}");
        assert_eq!(codes.ends_with("ini-too-many-kinds"), names != "a b c d", "{most}: {codes}");
        seen.push(names);
    }
    seen.dedup();
    assert_eq!(seen, ["", "a", "a b", "a b c", "a b c d"]);
}

#[test]
fn circles_and_floods_are_answered_in_bounded_time() {
    check(
        "[a:b]\n[b:a]\n[c:a]\n[d:d]\n[e:minishogi]\n",
        &["!ini-circle 2:4", "!ini-circle 1:4", "!ini-circle 4:4"],
    );
    let mut chain = String::from("[s0:minishogi]\n");
    for n in 1..10_000 {
        chain += &format!("[s{n}:s{}]\n", n - 1);
    }
    let (variants, findings) = read(&chain);
    assert_eq!(variants.len(), IniLimits::default().sections);
    assert_eq!(findings[0].code, "ini-too-many-sections");
    for line in ["x = y\n", "junk\n", "[a:shogi]\n", "[a\n", "startFen = 9/9/9\n", "\u{feff}=\n"] {
        let (_, findings) = read(&format!("[a:shogi]\n{}", line.repeat(100_000)));
        assert!(findings.len() <= 1_001, "{line}");
    }
    for size in ["0", "37", "1000000", "99999999999999999999", "-1", "a1"] {
        check(&format!("[a:minishogi]\nmaxRank = {size}\n"), &["!ini-bad-value 2:11"]);
    }
    // A promoted man does not promote again, so there is no way round.
    let circle = one("[a:minishogi]\npromotedPieceType = p:g g:p s:s\n");
    assert!(
        circle
            .kinds
            .iter()
            .all(|k| k.promotes_to.is_none_or(|to| circle.kinds[to].promotes_to.is_none()))
    );
}

#[test]
fn every_option_of_the_table_is_found_by_each_of_its_spellings() {
    for (index, key) in KEYS.iter().enumerate() {
        for (spelling, sides) in spellings(key) {
            assert_eq!(find(&spelling), Some((index, sides)), "{spelling}");
        }
        assert!(!key.meaning.is_empty() && !key.meaning.contains('|'), "{}", key.name);
        if let Use::Old(new) = key.used {
            assert!(find(new).is_some(), "{new}");
        }
    }
}

#[test]
fn the_examples_of_the_page_are_read_without_findings() {
    let page = include_str!("../../../../docs/variants-ini.md");
    let blocks: Vec<&str> = page.split("```ini\n").skip(1).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let block = block.split("```").next().unwrap_or_default();
        assert_eq!(check(block, &[]).len(), 1, "{block}");
    }
}

#[test]
fn the_page_lists_exactly_the_options_and_the_pieces() {
    let page = include_str!("../../../../docs/variants-ini.md");
    for table in [option_table(), piece_table()] {
        assert!(page.contains(&table), "docs/variants-ini.md must hold this table:\n{table}");
    }
}
