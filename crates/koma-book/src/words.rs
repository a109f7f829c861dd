//! The rules of a variant in sentences.

use koma_rules::SquareName;
use koma_text::{Lang, kanji_number, wide_number};
use koma_variants::{
    Borrowed, Chase, ChoiceGroup, CounterStrike, DeadSquares, DropMate, DropRules, Ending,
    EndingKind, ImpasseProfile, Kind, LionRules, LockUnused, Outcome, Pass, PawnBridge,
    PromotionWhen, SetupPhase, Variant, Zone,
};

/// What a section of the rules is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Promotion.
    Promotion,
    /// Captured pieces, and drops.
    Drops,
    /// The set-up phase.
    Setup,
    /// Rules that few games have.
    Special,
    /// How a game ends.
    Endings,
    /// Handicaps.
    Handicaps,
}

/// One subject and what there is to say about it.
pub struct Section {
    /// The subject, for programs.
    pub subject: Subject,
    /// The subject.
    pub title: &'static str,
    /// One sentence each.
    pub lines: Vec<String>,
}

/// Everything the data says about how a game is played, but how its pieces move. `commands`: for
/// people at a terminal, with what they type.
pub fn sections(variant: &Variant, lang: Lang, commands: bool) -> Vec<Section> {
    let words = Words { variant, lang };
    let mut sections = vec![
        Section {
            subject: Subject::Promotion,
            title: lang.pick("Promotion", "成り"),
            lines: words.promotion(),
        },
        Section {
            subject: Subject::Drops,
            title: lang.pick("Captured pieces", "取った駒"),
            lines: words.drops(),
        },
        Section {
            subject: Subject::Setup,
            title: lang.pick("Set-up", "配置"),
            lines: words.setup(),
        },
        Section {
            subject: Subject::Special,
            title: lang.pick("Special rules", "特別なルール"),
            lines: words.special(),
        },
        Section {
            subject: Subject::Endings,
            title: lang.pick("How a game ends", "終局"),
            lines: words.endings(),
        },
        Section {
            subject: Subject::Handicaps,
            title: lang.pick("Handicaps", "手合割"),
            lines: words.handicaps(commands),
        },
    ];
    sections.retain(|section| !section.lines.is_empty());
    sections
}

struct Words<'a> {
    variant: &'a Variant,
    lang: Lang,
}

impl Words<'_> {
    fn say(&self, en: impl Into<String>, ja: impl Into<String>) -> String {
        self.lang.pick(en.into(), ja.into())
    }

    fn name(&self, kind: &Kind) -> String {
        let piece = &kind.piece;
        self.say(piece.name.to_lowercase(), piece.name_ja.clone())
    }

    /// Names of kinds; those of one name are named once.
    fn names<'k>(&self, kinds: impl Iterator<Item = &'k Kind>) -> String {
        let mut names: Vec<String> = Vec::new();
        for name in kinds.map(|kind| self.name(kind)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(self.lang.pick(", ", "、"))
    }

    /// Each handicap, with its name in commands if those are wanted.
    fn handicaps(&self, commands: bool) -> Vec<String> {
        let line = |handicap: &koma_variants::Handicap| {
            let koma_variants::Handicap { slug, name, name_ja, .. } = handicap;
            let typed = if commands { format!(": --handicap {slug}") } else { String::new() };
            self.say(format!("{name} ({name_ja}){typed}"), format!("{name_ja}（{name}）{typed}"))
        };
        self.variant.handicaps.iter().map(line).collect()
    }

    fn named(&self, indices: &[usize]) -> String {
        self.names(indices.iter().map(|&index| &self.variant.kinds[index]))
    }

    /// The kinds of both sides, told apart where they differ.
    fn named_of_sides(&self, [sente, gote]: &[Vec<usize>; 2]) -> String {
        if sente == gote {
            return self.named(sente);
        }
        let named = |kinds: &[usize]| match kinds {
            [] => self.say("none", "なし"),
            kinds => self.named(kinds),
        };
        let (sente, gote) = (named(sente), named(gote));
        self.say(
            format!("{sente} (first player) or {gote} (second player)"),
            format!("{sente}（先手）・{gote}（後手）"),
        )
    }

    fn zone(&self, zone: &Zone) -> String {
        let ranks = self.variant.ranks;
        match zone {
            Zone::FarRanks(0) => self.say("nowhere", "なし"),
            Zone::FarRanks(n) if *n == ranks => self.say("the whole board", "盤全体"),
            Zone::FarRanks(1) => self.say("the last rank", "最も奥の段"),
            Zone::FarRanks(n) => self.say(last_ranks(*n), format!("奥の{n}段")),
            Zone::Squares(squares) => {
                let [sente, gote] = squares.each_ref().map(|squares| self.squares(squares));
                self.say(
                    format!("{sente} (first player), {gote} (second player)"),
                    format!("先手は{sente}、後手は{gote}"),
                )
            }
        }
    }

    /// Squares as players of the language write them; whole ranks as such.
    fn squares(&self, squares: &[(u8, u8)]) -> String {
        let files = self.variant.files;
        let has = |file, rank| squares.contains(&(file, rank));
        let mut parts: Vec<String> = Vec::new();
        for rank in 1..=self.variant.ranks {
            let (name, kanji) = (rank_name(rank), kanji_number(rank.into()));
            if (1..=files).all(|file| has(file, rank)) {
                parts.push(self.say(format!("rank {name}"), format!("{kanji}段")));
            } else {
                let here = (1..=files).filter(|&file| has(file, rank));
                let square = |file: u8| {
                    self.say(
                        format!("{file}{name}"),
                        format!("{}{kanji}", wide_number(file.into())),
                    )
                };
                parts.extend(here.map(square));
            }
        }
        if parts.is_empty() { self.say("nowhere", "なし") } else { parts.join(" ") }
    }

    fn promotion(&self) -> Vec<String> {
        let rules = &self.variant.promotion;
        let kinds = &self.variant.kinds;
        if kinds.iter().all(|kind| kind.promotes_to.is_none()) {
            return vec![self.say("Pieces do not promote.", "駒は成らない。")];
        }
        let zone = self.zone(&rules.zone);
        let (must, must_ja) =
            if rules.forced { ("must", "必ず成る") } else { ("may", "成れる") };
        let everywhere = rules.zone.far_ranks() == Some(self.variant.ranks);
        let mut lines = vec![match (rules.only_captures, everywhere) {
            (true, true) => self.say(
                format!("A piece {must} promote when it captures, wherever it is."),
                format!("駒を取ったとき、どこでも{must_ja}。"),
            ),
            (false, true) => self.say(
                format!("A piece {must} promote with every move on the board."),
                format!("盤上の駒は動くたびに{must_ja}。"),
            ),
            _ => {
                let (en, ja) = match rules.when {
                    PromotionWhen::StartsOrEndsInZone => {
                        ("starts or ends in", "へ入る、中で動く、または出るとき")
                    }
                    PromotionWhen::EndsInZone => ("ends in", "で手を終えたとき"),
                    PromotionWhen::TouchesZone => {
                        ("ends or stops on its way in", "で手を終えるか途中で止まったとき")
                    }
                    PromotionWhen::EntersOrCaptures => (
                        "enters, or captures from or into,",
                        "へ入るとき、または中で・中から駒を取るとき",
                    ),
                };
                let captures = if rules.only_captures {
                    self.say("capture", "（駒を取る手に限る）")
                } else {
                    self.say("move", "")
                };
                self.say(
                    format!("A piece {must} promote with a {captures} that {en} {zone}."),
                    format!("{zone}{ja}{must_ja}{captures}。"),
                )
            }
        }];
        if rules.forced_by_promoted {
            lines.push(self.say(
                "A piece that takes a promoted piece must promote.",
                "成駒を取った駒は必ず成る。",
            ));
        }
        if rules.turns_back {
            lines.push(self.say(
                "A promoted piece turns back over in the same way.",
                "成った駒も同じように裏返って元に戻る。",
            ));
        } else {
            lines.push(self.say("A piece promotes once.", "成った駒が再び成ることはない。"));
        }
        if rules.when == PromotionWhen::EntersOrCaptures {
            lines.push(self.say(
                "It may also promote where it could never move again.",
                "行き所のない駒となるときも成れる。",
            ));
        }
        lines.push(match rules.dead_squares {
            DeadSquares::Forbidden => self.say(
                "A piece must promote where it could never move again.",
                "行き所のない駒となるときは成らなければならない。",
            ),
            DeadSquares::Allowed => self.say(
                "A piece may stay unpromoted where it can never move again.",
                "行き所のない駒となっても成らなくてよい。",
            ),
        });
        for kind in kinds.iter().filter(|kind| kind.promotes_to.is_some()) {
            if let Some(zone) = &kind.zone {
                let (name, zone) = (self.name(kind), self.zone(zone));
                lines.push(self.say(
                    format!("The zone of the {name} is {zone}."),
                    format!("{name}の成れる所は{zone}。"),
                ));
            }
        }
        for kind in kinds {
            let name = self.name(kind);
            if let Some(most) = kind.most_on_board {
                lines.push(self.say(
                    format!("No piece promotes to a {name} while its side has {most}."),
                    format!("{name}は一方に{most}枚まで。"),
                ));
            }
            if let Some(zone) = &kind.stays_in {
                let zone = self.zone(zone);
                lines.push(self.say(
                    format!("The {name} stays within {zone}."),
                    format!("{name}は{zone}から出られない。"),
                ));
            }
        }
        lines
    }

    fn drops(&self) -> Vec<String> {
        let Some(drops) = &self.variant.drops else {
            return vec![self.say("Captured pieces are out of the game.", "取った駒は使えない。")];
        };
        let mut lines = vec![if drops.captures_to_hand {
            self.say(
                "Captured pieces change sides: a turn may be used to drop one on an empty square.",
                "取った駒は持ち駒となり、自分の手番に空いているマスへ打てる。",
            )
        } else {
            self.say(
                "Captured pieces are out of the game; pieces in hand at the start may be dropped.",
                "取った駒は使えない。初めの持ち駒だけを打てる。",
            )
        }];
        self.drop_limits(drops, &mut lines);
        for kind in &self.variant.kinds {
            let name = self.name(kind);
            match kind.most_per_file {
                Some(0) => lines.push(self.say(format!("No {name} may be dropped."), format!("{name}は打てない。"))),
                Some(1) => lines.push(self.say(
                    format!("No two unpromoted {name}s of a side on one file (nifu)."),
                    format!("成っていない{name}がある筋に、もう一枚の{name}は打てない（二歩）。"),
                )),
                Some(most) => lines.push(self.say(
                    format!("No {name} may be dropped on a file that holds {most} of its side, unpromoted."),
                    format!("自分の成っていない{name}が{most}枚ある筋に{name}は打てない。"),
                )),
                None => {}
            }
            if kind.no_drop_ranks > 0 && drops.dead_squares == DeadSquares::Allowed {
                let zone = self.zone(&Zone::FarRanks(kind.no_drop_ranks));
                lines.push(self.say(
                    format!("No {name} may be dropped on {zone}."),
                    format!("{name}は{zone}に打てない。"),
                ));
            }
            match kind.drop_mate {
                DropMate::Allowed => {}
                DropMate::Forbidden => lines.push(self.say(
                    format!("Dropping a {name} may not give mate."),
                    format!("{name}を打って詰ますことはできない（打ち歩詰め）。"),
                )),
                DropMate::Loses => lines.push(self.say(
                    format!("Dropping a {name} to give mate loses."),
                    format!("{name}を打って詰ますと負け。"),
                )),
            }
        }
        lines
    }

    fn drop_limits(&self, drops: &DropRules, lines: &mut Vec<String>) {
        if drops.either_side {
            lines.push(
                self.say(
                    "A piece may be dropped with either side up.",
                    "表裏どちらで打ってもよい。",
                ),
            );
        }
        if drops.stays_promoted {
            lines.push(
                self.say(
                    "Promoted pieces stay promoted in hand.",
                    "成駒は成ったまま持ち駒になる。",
                ),
            );
        }
        lines.push(match drops.dead_squares {
            DeadSquares::Forbidden => self.say(
                "No piece may be dropped where it could never move.",
                "行き所のない所には打てない。",
            ),
            DeadSquares::Allowed => self.say(
                "A piece may be dropped where it can never move.",
                "行き所のない所にも打てる。",
            ),
        });
        if let Some(zone) = &drops.zone {
            let zone = self.zone(zone);
            lines.push(self.say(format!("Drops go to {zone}."), format!("打てる所は{zone}。")));
        }
        if !drops.may_check {
            lines.push(self.say("A drop may not give check.", "駒を打って王手はできない。"));
        }
        if !drops.must_drop.is_empty() {
            let names = self.named(&drops.must_drop);
            lines.push(self.say(
                format!("While one of these is in hand, it must be dropped first: {names}."),
                format!("持ち駒に{names}があれば先に打たなければならない。"),
            ));
        }
    }

    fn setup(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(setup) = &self.variant.setup {
            lines.extend(self.phase(setup));
        }
        let [sente, gote] = &self.variant.choice_groups;
        if sente == gote {
            lines.extend(sente.iter().flat_map(|group| self.group(group)));
        } else {
            for (side, groups) in [
                (self.say("First player: ", "先手: "), sente),
                (self.say("Second player: ", "後手: "), gote),
            ] {
                let said = groups.iter().flat_map(|group| self.group(group));
                lines.extend(said.map(|line| format!("{side}{line}")));
            }
        }
        lines
    }

    fn phase(&self, setup: &SetupPhase) -> Vec<String> {
        let zone = setup
            .zone
            .as_ref()
            .map_or(self.say("any empty square", "空いているマス"), |z| self.zone(z));
        let [sente, gote] = setup.kinds.each_ref().map(|kinds| self.named(kinds));
        let kinds = if sente == gote { sente } else { format!("{sente} / {gote}") };
        let mut lines = vec![self.say(
            format!(
                "The players first place pieces from their hands in turn, one at a time, on {zone}."
            ),
            format!("まず交互に一枚ずつ持ち駒を並べる。置ける所は{zone}。"),
        )];
        lines.push(self.say(
            format!("To be placed: {kinds}. A side that has placed its pieces begins to play."),
            format!("並べる駒: {kinds}。並べ終えた側は指し始める。"),
        ));
        if setup.must_drop {
            lines.push(self.say("Until then it may not move.", "それまでは盤上の駒を動かせない。"));
        }
        lines
    }

    fn group(&self, group: &ChoiceGroup) -> Vec<String> {
        let (names, limit) = (self.named(&group.options), group.limit);
        let mut lines = vec![if group.required {
            self.say(
                format!("Of {names}, {limit} must be placed; the rest is put away."),
                format!("{names}のうち{limit}枚を並べ、残りは除く。"),
            )
        } else {
            self.say(
                format!("Of {names}, {limit} may be dropped in the whole game."),
                format!("{names}のうち打てるのは通算{limit}枚。"),
            )
        }];
        match group.lock_unused {
            LockUnused::No => {}
            LockUnused::Setup => lines.push(self.say(
                "A kind that was not chosen is locked until the set-up is over.",
                "選ばなかった種類は配置が終わるまで打てない。",
            )),
            LockUnused::Game => lines.push(self.say(
                "A kind that was not chosen may never be dropped, not even when captured.",
                "選ばなかった種類は、取っても最後まで打てない。",
            )),
        }
        lines
    }

    fn special(&self) -> Vec<String> {
        let rules = &self.variant.special;
        let movements = || self.variant.kinds.iter().map(|kind| &kind.piece.movement);
        let mut lines = Vec::new();
        let mut add = |condition: bool, en: &str, ja: &str| {
            if condition {
                lines.push(self.say(en, ja));
            }
        };
        add(
            rules.must_capture,
            "A side that can capture must.",
            "取れる駒があれば取らなければならない。",
        );
        add(rules.no_checks, "No move may give check.", "王手をかけてはならない。");
        add(
            rules.royals_may_not_face,
            "Two royals may not face each other on a file with nothing between.",
            "玉どうしが間に駒のない同じ筋で向かい合ってはならない。",
        );
        add(
            rules.duple_check,
            "Of several royals one may be left to be taken, but not all at once.",
            "複数の玉のうち一部は取られる所にあってもよいが、全部ではいけない。",
        );
        add(
            rules.borrowed == Borrowed::Behind,
            "A piece with a piece of its side directly behind it moves like that piece, and not like itself.",
            "すぐ後ろに味方の駒がある駒は、その駒の動きをする。",
        );
        add(
            movements().any(|m| m.burn),
            "A piece that burns removes every enemy next to it when it stops, and every enemy that stops next to it; one that stops next to an enemy that burns is removed itself.",
            "火を放つ駒は、止まったとき隣の敵をすべて焼き、隣に止まった敵も焼く。敵の火のそばに止まれば自分が焼かれる。",
        );
        let jumps = movements().any(|m| m.range_jump.is_some());
        add(
            jumps && !rules.range_jump_freely,
            "Generals jump pieces of lower rank only to capture.",
            "将が下位の駒を飛び越せるのは駒を取るときだけ。",
        );
        add(
            jumps && rules.range_jump_freely,
            "Generals jump pieces of lower rank with any move.",
            "将は下位の駒をいつでも飛び越せる。",
        );
        let flies = movements().any(|m| m.range_capture.is_some());
        add(
            flies,
            "A flight passes over pieces of lower rank and takes all of them, own ones too; equal or higher rank stops it.",
            "飛び越す将は下位の駒を敵味方ともすべて取る。同位・上位の駒で止まる。",
        );
        add(
            flies && rules.range_capture_blocker,
            "It may take the enemy that stops it.",
            "止められた敵の駒は取れる。",
        );
        add(
            flies && !rules.range_capture_blocker,
            "It may not take the enemy that stops it.",
            "止められた敵の駒は取れない。",
        );
        add(
            flies && rules.range_land_own,
            "It may end on an own piece, which is lost.",
            "味方の駒の上にも止まれる（その駒は失う）。",
        );
        if let Some(lions) = &rules.lions {
            lines.extend(self.lions(lions));
        }
        for (index, pass) in rules.pass.into_iter().enumerate() {
            let side =
                [self.say("The first player", "先手"), self.say("The second player", "後手")];
            let side = &side[index];
            match pass {
                Pass::Never => {}
                Pass::WithoutMove => lines.push(self.say(
                    format!("{side} may pass without another legal move."),
                    format!("{side}は指す手がなければパスできる。"),
                )),
                Pass::Always => lines.push(
                    self.say(format!("{side} may pass."), format!("{side}はいつでもパスできる。")),
                ),
            }
        }
        lines
    }

    fn lions(&self, rules: &LionRules) -> Vec<String> {
        let baits = self.named(&rules.baits);
        let mut lines = vec![
            self.say("A lion may take a lion next to it.", "獅子は隣の獅子をいつでも取れる。"),
            self.say(
                "Two squares away, only if no enemy guards it; a guard hidden behind the taking lion counts.",
                "一マス離れた獅子は、足（影足も含む）がなければ取れる。",
            ),
            self.say(
                format!("Or if another piece is taken on the way that is not one of: {baits}."),
                format!("または途中で{baits}以外の駒を取れば取れる（付け喰い）。"),
            ),
        ];
        lines.push(match rules.pawn_bridge {
            PawnBridge::Jcsa => self.say(
                "Such a piece, taken on the way, still guards the lion it guarded.",
                "途中で取る歩兵・仲人も足に数える。",
            ),
            PawnBridge::After => self.say(
                "Such a piece, taken on the way, guards no more.",
                "途中で取る歩兵・仲人は足に数えない。",
            ),
        });
        match rules.counter_strike {
            CounterStrike::Allowed => {}
            CounterStrike::Forbidden => lines.push(self.say(
                "After a lion was taken by another piece, a lion elsewhere may not be taken by another piece in the next turn.",
                "獅子が獅子以外の駒に取られた直後は、別の所の獅子を獅子以外の駒で取れない（先獅子）。",
            )),
            CounterStrike::Unguarded => lines.push(self.say(
                "After a lion was taken by another piece, a guarded lion elsewhere may not be taken by another piece in the next turn.",
                "獅子が獅子以外の駒に取られた直後は、足のある別の獅子を獅子以外の駒で取れない（先獅子）。",
            )),
        }
        lines
    }

    fn endings(&self) -> Vec<String> {
        let variant = self.variant;
        let mut lines = Vec::new();
        let royals = self.names(variant.kinds.iter().filter(|kind| kind.royal));
        if !royals.is_empty() {
            let needed = variant.royals_needed;
            lines.push(match (variant.check_rules, needed) {
                (true, 1) if variant.kinds.iter().filter(|kind| kind.royal).count() == 1 => self.say(
                    format!("You must not leave your {royals} in check."),
                    format!("{royals}を、取られる所に置いたままにしてはならない。"),
                ),
                (true, 1) => self.say(
                    format!("Royal: {royals}. You must not leave your last royal piece where it can be taken."),
                    format!("玉にあたる駒: {royals}。最後の一枚を取られる所に置いてはならない。"),
                ),
                (false, 1) => self.say(
                    format!("Royal: {royals}. There is no check: who takes the last royal wins."),
                    format!("玉にあたる駒: {royals}。王手のルールはなく、最後の一枚を取れば勝ち。"),
                ),
                (_, n) => self.say(
                    format!("Royal: {royals}. A side needs {n} of them."),
                    format!("玉にあたる駒: {royals}。{n}枚を保たなければならない。"),
                ),
            });
        }
        lines.extend(variant.endings.iter().map(|ending| self.ending(ending)));
        lines.push(match variant.impasse.profile {
            ImpasseProfile::Points27 => self.say(
                "Impasse: declaration, 28 points win for the first player, 27 for the second.",
                "持将棋: 27点法の宣言（先手28点、後手27点）。",
            ),
            ImpasseProfile::Points24 => self.say(
                "Impasse: declaration, 31 points win, 24 to 30 draw.",
                "持将棋: 24点法の宣言（31点で勝ち、24点から30点は引き分け）。",
            ),
            ImpasseProfile::Agreement => self.say("Impasse: by agreement.", "持将棋: 合意による。"),
            ImpasseProfile::None => self.say("Impasse: no rule.", "持将棋: ルールなし。"),
        });
        lines
    }

    fn chase(&self, chase: Chase) -> String {
        match chase {
            Chase::Nothing => String::new(),
            Chase::Check => self.say(
                " (a side that gave check with every move loses)",
                "（連続王手をかけた側の負け）",
            ),
            Chase::Attack => self.say(
                " (a side that attacked with every move loses)",
                "（当たりをかけ続けた側の負け）",
            ),
        }
    }

    fn extinction(&self, kind: &EndingKind) -> String {
        let EndingKind::Extinction { kinds, at_most, other_has, claim } = kind else {
            return String::new();
        };
        let names = if kinds.is_empty() { self.say("pieces", "駒") } else { self.named(kinds) };
        let than = if *other_has == 0 {
            String::new()
        } else {
            self.say(
                format!(" while the other has {other_has} or more"),
                format!("、相手が{other_has}枚以上"),
            )
        };
        let claimed = if *claim {
            self.say(
                " (one more is needed against the side to move)",
                "（手番の側に対しては相手がさらに1枚多いこと）",
            )
        } else {
            String::new()
        };
        self.say(
            format!("{at_most} or fewer left of: {names}{than}{claimed}"),
            format!("{names}が{at_most}枚以下{than}{claimed}"),
        )
    }

    fn goal(&self, kind: &EndingKind) -> String {
        let EndingKind::Goal { kinds, zone, count, safe, last_move, when_full } = kind else {
            return String::new();
        };
        let (names, zone) = (self.named_of_sides(kinds), self.zone(zone));
        let mut event = self.say(
            format!("The other side has brought {count} of {names} to {zone}"),
            format!("相手の{names}{count}枚が{zone}に達する"),
        );
        if *safe {
            event += &self.say(", where nothing can take it", "（取られない所に限る）");
        }
        if *when_full {
            event += &self.say(
                ", or one of them when all squares there are taken",
                "（その場所がすべて埋まっていれば1枚でよい）",
            );
        }
        if *last_move {
            event += &self.say(
                "; the other side has one more move, and both there may be a draw",
                "。相手にはもう一手だけ機会がある",
            );
        }
        event
    }

    /// One ending with its outcome.
    pub fn ending(&self, ending: &Ending) -> String {
        let event = match &ending.kind {
            EndingKind::Checkmate => self.say("Checkmate", "詰み"),
            EndingKind::NoMove => self.say("No legal move", "指す手がない"),
            EndingKind::RoyalTaken => self.say("Last royal taken", "最後の玉を取られる"),
            EndingKind::Repetition { times, chaser_loses } => {
                let chase = self.chase(*chaser_loses);
                self.say(
                    format!("{times}-fold repetition{chase}"),
                    format!("同一局面{times}回{chase}"),
                )
            }
            EndingKind::RepetitionForbidden { times, chaser } => {
                let en = match chaser {
                    Chase::Nothing => "may not be played",
                    Chase::Check => "may not be played by a side that gave check with every move",
                    Chase::Attack => "may not be played by a side that attacked with every move",
                };
                let ja = match chaser {
                    Chase::Nothing => "指せない",
                    Chase::Check => "連続王手をかけた側は指せない",
                    Chase::Attack => "当たりをかけ続けた側は指せない",
                };
                return self.say(
                    format!("A move that repeats a position for the {times}th time {en}."),
                    format!("同一局面{times}回目となる手は{ja}。"),
                );
            }
            EndingKind::MoveLimit { plies } => {
                self.say(format!("{plies} plies played"), format!("{plies}手"))
            }
            EndingKind::NoProgress { plies, kinds } => {
                let but = if kinds.iter().all(Vec::is_empty) {
                    String::new()
                } else {
                    self.say(
                        format!(
                            " or a move of {} that cannot be taken back",
                            self.named_of_sides(kinds)
                        ),
                        format!("・{}の後戻りできない手", self.named_of_sides(kinds)),
                    )
                };
                self.say(
                    format!("{plies} plies without a capture, a promotion, a drop{but}"),
                    format!("駒を取る手・成る手・打つ手{but}のないまま{plies}手"),
                )
            }
            EndingKind::Checks { checks: [a, b] } if a == b => self.say(
                format!("Given {a} check{}", if *a == 1 { "" } else { "s" }),
                format!("王手を{a}回かけられる"),
            ),
            EndingKind::Checks { checks: [a, b] } => self.say(
                format!("Given {a} checks by the first player or {b} by the second"),
                format!("王手を先手から{a}回、または後手から{b}回かけられる"),
            ),
            EndingKind::Extinction { .. } => self.extinction(&ending.kind),
            EndingKind::Goal { .. } => self.goal(&ending.kind),
            EndingKind::BareRoyal { too_weak } => {
                let weak = if too_weak.is_empty() {
                    String::new()
                } else {
                    self.say(
                        format!(" besides {}", self.named(too_weak)),
                        format!("（{}を除く）", self.named(too_weak)),
                    )
                };
                self.say(
                    format!("Only the royal left, and the other side has more{weak}"),
                    format!("裸玉（相手に他の駒{weak}がある）"),
                )
            }
            // Endings that are new to this program have no words yet.
            _ => self.say("Another ending", "その他"),
        };
        let outcome = match ending.outcome {
            Outcome::Loss if matches!(ending.kind, EndingKind::Checkmate) => {
                self.say("the side in checkmate loses", "詰まされた側の負け")
            }
            Outcome::Loss => self.say("the side to move loses", "手番の側の負け"),
            Outcome::Win => self.say("the side to move wins", "手番の側の勝ち"),
            Outcome::Draw => self.say("draw", "引き分け"),
            Outcome::FirstPlayerLoses => self.say("the first player loses", "先手の負け"),
            Outcome::SecondPlayerLoses => self.say("the second player loses", "後手の負け"),
        };
        self.say(format!("{event}: {outcome}."), format!("{event}: {outcome}。"))
    }
}

/// The letters of a rank, as in the names of its squares.
fn rank_name(rank: u8) -> String {
    SquareName { file: 1, rank: u16::from(rank) }.to_string().split_off(1)
}
/// So many ranks at the far side, as people say it.
fn last_ranks(count: u8) -> String {
    let words = [
        "no rank",
        "the last rank",
        "the last two ranks",
        "the last three ranks",
        "the last four ranks",
    ];
    let word = words.get(usize::from(count)).map(|word| (*word).to_owned());
    word.unwrap_or_else(|| format!("the last {count} ranks"))
}
