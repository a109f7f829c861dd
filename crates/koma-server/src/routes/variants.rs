//! Variants: the catalogue, one of them in full, pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Extension, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use koma_book::Subject;
use koma_book::diagram::{Diagram, Mark, svg};
use koma_pieces::{Direction, Movement, betza};
use koma_rules::{Geometry, Ruleset, Side};
use koma_text::{Finding, FindingJson, Severity, Source};
use koma_variants::{Handicap, IniSections, Variant, Zone, options};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{self, Answer, Deleted, Envelope, Failure, Payload};
use crate::guard::{self, Viewer, guest_key};
use crate::lang::{Asked, LangOptions};
use crate::request::Json;
use crate::view::Sides;
use crate::{ApiError, App, Asker, Lang, quota, rules, say, work};

/// The routes of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, keep))
        .routes(routes!(check))
        .routes(routes!(show, remove))
        .routes(routes!(source))
        .routes(routes!(start_picture))
        .routes(routes!(piece_picture))
}

/// A variant in a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantSummary {
    /// The name in addresses.
    pub slug: String,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// Other spellings.
    pub aliases: Vec<String>,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// How many kinds of men it has, promoted ones included.
    pub kinds: usize,
    /// Whether men can be in hand.
    pub has_hands: bool,
    /// Whether men are placed before the game begins.
    pub has_setup: bool,
}

/// A variant in full.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantView {
    /// The name in addresses.
    pub slug: String,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// Other spellings.
    pub aliases: Vec<String>,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Whether men can be in hand.
    pub has_hands: bool,
    /// Whether men are placed before the game begins.
    pub has_setup: bool,
    /// The start position as SFEN.
    pub start_sfen: String,
    /// The handicaps that have names.
    pub handicaps: Vec<HandicapView>,
    /// The contested rules.
    pub options: Vec<OptionView>,
    /// Where men promote.
    pub zones: Sides<Vec<String>>,
    /// The kinds of men, promoted ones included.
    pub kinds: Vec<KindView>,
    /// The kinds that can be in hand, in the order of the stand, as codes.
    pub hand: Vec<String>,
    /// The rules in words, in the language asked for.
    pub rules: Vec<RulesParagraph>,
    /// Where the rules are from.
    pub sources: Vec<String>,
}

/// A start position with a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandicapView {
    /// The name in requests.
    pub slug: String,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// The position as SFEN.
    pub sfen: String,
}

/// A rule that can be played in several ways.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionView {
    /// The name in requests.
    pub name: &'static str,
    /// The question it answers, in the language asked for.
    pub question: &'static str,
    /// The value this variant has.
    pub current: Option<&'static str>,
    /// The ways to play.
    pub values: Vec<OptionValueView>,
}

/// One way to play a contested rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionValueView {
    /// The name in requests.
    pub name: &'static str,
    /// What it means, in the language asked for.
    pub meaning: &'static str,
    /// Who plays so.
    pub source: &'static str,
}

/// A kind of man.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KindView {
    /// Its code in SFEN: `P`, `+P`, `LN`.
    pub code: String,
    /// English name.
    pub name: String,
    /// Japanese name.
    pub name_ja: String,
    /// One or two characters to draw.
    pub kanji: String,
    /// Its letters without the sign of promotion.
    pub letter: String,
    /// The code of what it promotes to.
    pub promotes_to: Option<String>,
    /// The code of what it becomes when taken, where that is another kind.
    pub demotes_to: Option<String>,
    /// Whether losing the last one loses the game.
    pub is_royal: bool,
    /// Its value.
    pub value: u32,
    /// Its move in Betza, where Betza can say it.
    pub betza: Option<String>,
    /// How it moves, in a sentence.
    pub words: String,
    /// Its special rules, each in a sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What a learner's mark on the piece shows.
    pub dots: Vec<Dot>,
}

/// A mark on a piece: where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Dot {
    /// Squares to the right.
    pub dx: i8,
    /// Squares forward.
    pub dy: i8,
    /// How it gets there.
    pub kind: DotKind,
}

/// How a piece gets to a square near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DotKind {
    /// A step, or a slide of a few squares.
    Step,
    /// A slide of any length; the mark stands at its first square.
    Slide,
    /// A leap, or another way past men.
    Leap,
}

/// A subject of the rules.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RulesSubject {
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

impl From<Subject> for RulesSubject {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Promotion => Self::Promotion,
            Subject::Drops => Self::Drops,
            Subject::Setup => Self::Setup,
            Subject::Special => Self::Special,
            Subject::Endings => Self::Endings,
            Subject::Handicaps => Self::Handicaps,
        }
    }
}

/// What the rules say about one subject.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesParagraph {
    /// What it is about.
    pub subject: RulesSubject,
    /// The subject.
    pub title: String,
    /// The sentences.
    pub lines: Vec<String>,
}

impl VariantSummary {
    /// The summary of a variant.
    pub fn of(variant: &Variant) -> Self {
        Self {
            slug: variant.slug.clone(),
            name: variant.name.clone(),
            name_ja: variant.name_ja.clone(),
            aliases: variant.aliases.clone(),
            files: variant.files,
            ranks: variant.ranks,
            kinds: variant.kinds.len(),
            has_hands: variant.drops.is_some(),
            has_setup: variant.setup.is_some(),
        }
    }
}

impl VariantView {
    /// A variant in full, in a language.
    pub fn of(rules: &Ruleset, lang: Lang) -> Self {
        let variant = rules.variant();
        Self {
            slug: variant.slug.clone(),
            name: variant.name.clone(),
            name_ja: variant.name_ja.clone(),
            aliases: variant.aliases.clone(),
            files: variant.files,
            ranks: variant.ranks,
            has_hands: variant.drops.is_some(),
            has_setup: variant.setup.is_some(),
            start_sfen: rules.start().write(rules),
            handicaps: variant.handicaps.iter().map(HandicapView::from).collect(),
            options: options::all_for(variant)
                .map(|option| option_view(option, variant, lang))
                .collect(),
            zones: zones(&variant.promotion.zone, rules.geometry()),
            kinds: (0..variant.kinds.len()).map(|index| kind_view(variant, index, lang)).collect(),
            hand: rules.hand_order().iter().map(|&kind| rules.code(kind).to_owned()).collect(),
            rules: paragraphs(variant, lang),
            sources: variant.sources.clone(),
        }
    }
}

impl From<&Handicap> for HandicapView {
    fn from(handicap: &Handicap) -> Self {
        let Handicap { slug, name, name_ja, start, .. } = handicap.clone();
        Self { slug, name, name_ja, sfen: start }
    }
}

fn option_view(option: &options::RuleOption, variant: &Variant, lang: Lang) -> OptionView {
    let value = |value: &options::OptionValue| OptionValueView {
        name: value.name,
        meaning: lang.pick(value.meaning, value.meaning_ja),
        source: value.source,
    };
    OptionView {
        name: option.name,
        question: lang.pick(option.question, option.question_ja),
        current: option.current(variant).map(|value| value.name),
        values: option.values.iter().map(value).collect(),
    }
}

fn kind_view(variant: &Variant, index: usize, lang: Lang) -> KindView {
    let kind = &variant.kinds[index];
    let code = |index: usize| variant.kinds[index].code.clone();
    KindView {
        code: kind.code.clone(),
        name: kind.piece.name.clone(),
        name_ja: kind.piece.name_ja.clone(),
        kanji: kind.piece.name_kanji.clone(),
        letter: kind.code.trim_start_matches('+').to_owned(),
        promotes_to: kind.promotes_to.map(code),
        demotes_to: Some(kind.in_hand).filter(|&held| held != index).map(code),
        is_royal: kind.royal,
        value: kind.piece.value,
        betza: betza::canonical(&kind.piece.movement).ok(),
        words: koma_book::moves(&kind.piece, lang),
        notes: koma_book::notes(variant, index, lang),
        dots: dots(&kind.piece.movement),
    }
}

/// The marks that fit on a piece: within two squares.
pub fn dots(movement: &Movement) -> Vec<Dot> {
    let diagram = Diagram::with_radius(movement, 2);
    let mut dots = Vec::new();
    for (&(rows, cols), &mark) in &diagram.marks {
        let near = rows.abs().max(cols.abs()) <= 1;
        let on_ray = diagram.rays.keys().any(|&direction| is_towards(direction, rows, cols));
        let kind = match mark {
            Mark::Slide if near => DotKind::Slide,
            // The mark at the first square of a line stands for all of it.
            Mark::Slide => continue,
            Mark::Step => DotKind::Step,
            Mark::MoveOnly | Mark::CaptureOnly if near && on_ray => DotKind::Slide,
            Mark::MoveOnly | Mark::CaptureOnly if near => DotKind::Step,
            Mark::MoveOnly | Mark::CaptureOnly if on_ray => continue,
            _ => DotKind::Leap,
        };
        dots.push(Dot { dx: cols, dy: -rows, kind });
    }
    dots
}

fn is_towards(direction: Direction, rows: i8, cols: i8) -> bool {
    let (down, right) = direction.offset();
    (rows.signum(), cols.signum()) == (down, right)
        && (rows == 0 || cols == 0 || rows.abs() == cols.abs())
}

fn zones(zone: &Zone, geometry: Geometry) -> Sides<Vec<String>> {
    Sides::each(|side| match zone {
        Zone::FarRanks(ranks) => {
            let (ranks, all) = (u16::from(*ranks), u16::from(geometry.ranks()));
            let is_far = |rank: u16| match side {
                Side::Sente => rank <= ranks,
                Side::Gote => rank + ranks > all,
            };
            let squares = geometry.all().filter(|&square| is_far(geometry.rank(square)));
            squares.map(|square| geometry.name(square).to_string()).collect()
        }
        Zone::Squares(squares) => squares[side as usize]
            .iter()
            .filter_map(|&(file, rank)| geometry.square(file.into(), rank.into()))
            .map(|square| geometry.name(square).to_string())
            .collect(),
    })
}

fn paragraphs(variant: &Variant, lang: Lang) -> Vec<RulesParagraph> {
    let paragraph = |section: koma_book::Section| RulesParagraph {
        subject: section.subject.into(),
        title: section.title.to_owned(),
        lines: section.lines,
    };
    koma_book::sections(variant, lang, false).into_iter().map(paragraph).collect()
}

/// What can be played.
#[utoipa::path(
    get, path = "/api/variants", tag = "variants",
    responses((status = 200, body = Envelope<Vec<VariantSummary>>), (status = "default", body = Failure))
)]
async fn list() -> Answer<Vec<VariantSummary>> {
    let all = koma_variants::catalogue().iter();
    Ok(Payload(all.map(|variant| VariantSummary::of(variant)).collect()))
}

/// A variant in full: board, men, rules.
#[utoipa::path(
    get, path = "/api/variants/{variant}", tag = "variants",
    params(("variant" = String, Path, description = "a slug, an alias, or the id of a stored variant")),
    responses((status = 200, body = Envelope<VariantView>), (status = "default", body = Failure))
)]
async fn show(
    State(app): State<App>,
    Asked(lang): Asked,
    Path(variant): Path<String>,
) -> Answer<VariantView> {
    let rules: Arc<Ruleset> = app.rules.ruleset(&variant, &BTreeMap::new()).await?;
    Ok(Payload(app.work.run(move || VariantView::of(&rules, lang)).await?))
}

/// Variants as text.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantText {
    /// The text.
    pub text: String,
    /// Its language.
    #[serde(default)]
    pub format: VariantFormat,
    /// Which variant of the text; the last one without.
    #[serde(default)]
    pub name: Option<String>,
}

/// Variants as text, to be looked at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantCheck {
    /// The text. JSON is YAML, so a variant can be sent as an object, too.
    pub text: String,
    /// Its language.
    #[serde(default)]
    pub format: VariantFormat,
    /// Whether the answer has the variant as a file.
    #[serde(default)]
    pub file: bool,
}

/// A language of variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VariantFormat {
    /// Our own, see `docs/variant-files.md`.
    #[default]
    Yaml,
    /// Fairy-Stockfish's, see `docs/variants-ini.md`.
    Ini,
}

impl VariantFormat {
    fn name(self) -> &'static str {
        match self {
            Self::Yaml => "yaml",
            Self::Ini => "ini",
        }
    }
}

/// What is in a text of variants.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckedVariants {
    /// The variants that can be played.
    pub variants: Vec<VariantView>,
    /// The variant of a YAML text as a file that needs no other, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Everything found.
    pub findings: Vec<FindingJson>,
}

/// Everything in a text of variants. Of many variants one at a time is in memory.
fn checked(VariantCheck { text, format, file }: VariantCheck, lang: Lang) -> CheckedVariants {
    let mut views: Vec<(usize, VariantView)> = Vec::new();
    let mut unplayable: Vec<Finding> = Vec::new();
    let mut left_out = 0;
    let mut look = |place: usize, variant: &Variant| {
        if left_out > 0 || work::check_time().is_err() {
            left_out += 1;
            return;
        }
        match Ruleset::compile(variant) {
            Ok(rules) => {
                // Somebody else's games are shown as they are; who makes one is kept from making it dead.
                unplayable.extend(rules.dead_ends().into_iter().map(|found| match format {
                    VariantFormat::Yaml => found,
                    VariantFormat::Ini => Finding { severity: Severity::Warning, ..found },
                }));
                views.push((place, VariantView::of(&rules, lang)));
            }
            Err(found) => unplayable.extend(found),
        }
    };
    let source = Source::new("", text);
    let mut written = None;
    let mut findings = match format {
        VariantFormat::Ini => {
            let (all, limits) = (IniSections::All, rules::INI_LIMITS);
            koma_variants::visit_ini(&source, all, limits, |place, variant| look(place, &variant))
        }
        VariantFormat::Yaml => {
            let (variant, findings) = koma_variants::read(&source, koma_pieces::shipped::file);
            variant.iter().for_each(|variant| look(0, variant));
            written = variant.as_ref().filter(|_| file).map(koma_variants::write);
            findings
        }
    };
    findings.extend(unplayable);
    if left_out > 0 {
        findings.push(say::too_many_variants(left_out));
    }
    if views.is_empty() && !findings.iter().any(Finding::is_error) {
        findings.push(say::no_variant());
    }
    views.sort_by_key(|(place, _)| *place);
    CheckedVariants {
        variants: views.into_iter().map(|(_, view)| view).collect(),
        file: written,
        findings: findings.iter().map(|f| FindingJson::new(f, Some(&source), lang)).collect(),
    }
}

/// Reads variants and tells everything that is wrong with them.
#[utoipa::path(
    post, path = "/api/variants/check", tag = "variants", request_body = VariantCheck,
    responses((status = 200, body = Envelope<CheckedVariants>), (status = "default", body = Failure))
)]
async fn check(
    State(app): State<App>,
    Asked(lang): Asked,
    Json(request): Json<VariantCheck>,
) -> Answer<CheckedVariants> {
    app.work.run_long(move || checked(request, lang)).await.map(Payload)
}

/// Where a stored variant is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantId {
    /// Its id, which cannot be guessed.
    pub id: String,
    /// The key by which it can be deleted, for who is not signed in: nobody is told it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Stores a variant. Whoever has its id may look at it and play it.
#[utoipa::path(
    post, path = "/api/variants", tag = "variants", request_body = VariantText,
    responses((status = 200, body = Envelope<VariantId>), (status = "default", body = Failure))
)]
async fn keep(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Extension(asker): Extension<Asker>,
    Json(request): Json<VariantText>,
) -> Answer<VariantId> {
    let (slug, format, text) = app.work.run(move || chosen(request)).await??;
    quota::may_store(&app, asker, viewer.as_ref(), text.len()).await?;
    let account = viewer.map(|session| session.account.id);
    let (key, hash) = guest_key(account);
    let format = format.name();
    let hash = hash.as_ref().map(|hash| &hash[..]);
    let id = app.store.put_variant(&slug, format, &text, account, hash).await?;
    Ok(Payload(VariantId { id, key }))
}

/// Deletes a stored variant: by who is signed in and stored it, by its key, or by an
/// administrator. Games and records of it stay.
#[utoipa::path(
    delete, path = "/api/variants/{variant}", tag = "variants",
    params(("variant" = String, Path, description = "the id of a stored variant")),
    responses((status = 200, body = Envelope<Deleted>), (status = "default", body = Failure))
)]
async fn remove(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    headers: HeaderMap,
    Path(variant): Path<String>,
) -> Answer<Deleted> {
    let stored = app.store.variant(&variant).await?.ok_or_else(ApiError::not_found)?;
    let owners: Vec<i64> = stored.account.into_iter().collect();
    guard::may_change(&app, viewer.as_ref(), &headers, &owners, stored.key_hash.as_deref()).await?;
    let deleted = app.store.delete_variant(&variant).await?;
    app.rules.forget(&variant);
    Ok(Payload(Deleted { deleted }))
}

/// The one variant of a text that is meant, if it can be played: its slug and its own text. A
/// section of a `variants.ini` is written as a file that needs no other section.
fn chosen(
    VariantText { text, format, name }: VariantText,
) -> Result<(String, VariantFormat, String), ApiError> {
    let (variant, mut findings, source) = rules::read(text, format.name(), name.as_deref());
    let is_meant = |slug: &str| name.as_ref().is_none_or(|name| slug.eq_ignore_ascii_case(name));
    let compiled = variant.as_ref().map(|variant| {
        let rules = Ruleset::compile(variant)?;
        let dead = Some(rules.dead_ends()).filter(|found| !found.is_empty());
        dead.filter(|_| format == VariantFormat::Yaml).map_or(Ok(rules), Err)
    });
    match (&variant, compiled) {
        (Some(variant), Some(Ok(_))) if is_meant(&variant.slug) => {
            if format == VariantFormat::Yaml {
                return Ok((variant.slug.clone(), format, source.text().to_owned()));
            }
            // Names of sections are no slugs; the id will be one.
            let own = Variant { slug: "own".to_owned(), ..variant.clone() };
            let text = koma_variants::write(&own);
            let (again, _, _) = rules::read(text.clone(), VariantFormat::Yaml.name(), None);
            // What our own format does not say in the same way stays as it came: only this section
            // of it will ever be built.
            return Ok(match again.is_some_and(|again| again == own) {
                true => (own.slug, VariantFormat::Yaml, text),
                false => (variant.slug.clone(), format, source.text().to_owned()),
            });
        }
        (_, Some(Err(found))) => findings.extend(found),
        _ => {}
    }
    // That there is no variant is true, but not why, where one of a name was asked for.
    let is_wrong = |finding: &Finding| finding.is_error() && finding.code != "no-variant";
    Err(match name.is_none() || findings.iter().any(is_wrong) {
        true => ApiError::findings(&findings, Some(&source)),
        false => ApiError::bad_request(
            "the text has no variant of that name",
            "その名前の種類はテキストにありません",
        ),
    })
}

/// The text of a variant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantSource {
    /// The text.
    pub text: String,
    /// Its language.
    pub format: VariantFormat,
}

/// The text of a variant, a shipped or a stored one.
#[utoipa::path(
    get, path = "/api/variants/{variant}/source", tag = "variants",
    params(("variant" = String, Path, description = "a slug, an alias, or the id of a stored variant")),
    responses((status = 200, body = Envelope<VariantSource>), (status = "default", body = Failure))
)]
async fn source(State(app): State<App>, Path(variant): Path<String>) -> Answer<VariantSource> {
    let shipped = koma_variants::find(&variant)
        .and_then(|variant| koma_variants::variant_file(&variant.slug));
    if let Some(file) = shipped {
        let text = file.text().to_owned();
        return Ok(Payload(VariantSource { text, format: VariantFormat::Yaml }));
    }
    let stored = app.store.variant(&variant).await?.ok_or_else(ApiError::not_found)?;
    let format = match stored.format.as_str() {
        "ini" => VariantFormat::Ini,
        _ => VariantFormat::Yaml,
    };
    Ok(Payload(VariantSource { text: stored.text, format }))
}

/// The start position of a variant.
#[utoipa::path(
    get, path = "/api/variants/{variant}/picture.svg", tag = "variants",
    params(
        ("variant" = String, Path, description = "a slug, an alias, or the id of a stored variant"),
        LangOptions
    ),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "default", body = Failure))
)]
async fn start_picture(
    State(app): State<App>,
    Asked(asked): Asked,
    Path(variant): Path<String>,
    Query(options): Query<LangOptions>,
) -> Result<Response, ApiError> {
    let rules = app.rules.ruleset(&variant, &BTreeMap::new()).await?;
    let lang = options.lang.unwrap_or(asked);
    app.work.run(move || envelope::picture(&koma_book::board_drawing(&rules, lang), None)).await?
}

/// How a piece of a variant moves, as a picture: `P.svg`, `+P.svg`.
#[utoipa::path(
    get, path = "/api/variants/{variant}/pieces/{file}", tag = "variants",
    params(
        ("variant" = String, Path, description = "a slug, an alias, or the id of a stored variant"),
        ("file" = String, Path, description = "the code of the kind and `.svg`"),
        LangOptions
    ),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "default", body = Failure))
)]
async fn piece_picture(
    State(app): State<App>,
    Asked(asked): Asked,
    Path((variant, file)): Path<(String, String)>,
    Query(options): Query<LangOptions>,
) -> Result<Response, ApiError> {
    let rules = app.rules.ruleset(&variant, &BTreeMap::new()).await?;
    let code = file.strip_suffix(".svg").ok_or_else(ApiError::not_found)?;
    let kind = rules.kind(code).ok_or_else(ApiError::not_found)?;
    app.work
        .run(move || {
            let piece = &rules.variant().kinds[kind.index()].piece;
            let note = betza::canonical(&piece.movement).unwrap_or_default();
            let language = options.lang.unwrap_or(asked);
            envelope::picture(&svg::piece(piece, &note, language), None)
        })
        .await?
}
