//! What a reader has to say about a text: code, words, place, help.

use crate::{Fact, FindingKind, Lang, Phrase, Span};

/// How bad a [`Finding`] is. Ordered: `Info < Warning < Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// Read, but probably not what was meant.
    Warning,
    /// Wrong: the part concerned was left out or the whole is unusable.
    Error,
}

/// One remark about a text, with a stable code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Stable name in kebab case, e.g. `unknown-direction`.
    pub code: &'static str,
    /// One sentence, lower case, no full stop, with its facts.
    pub message: Phrase,
    /// Where in the text, when it concerns a place.
    pub span: Option<Span>,
    /// A few words to stand beside the caret.
    pub label: Option<Phrase>,
    /// What to do about it.
    pub help: Option<Phrase>,
}

impl Severity {
    /// `error`, `warning` or `info`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// What a person reads.
    pub fn word(self, lang: Lang) -> &'static str {
        let ja = match self {
            Self::Info => "お知らせ",
            Self::Warning => "警告",
            Self::Error => "エラー",
        };
        lang.pick(self.name(), ja)
    }
}

impl Finding {
    /// A row of a table with its facts. Rows made with [`crate::findings!`] call this.
    pub fn of(kind: &'static FindingKind, facts: Vec<Fact>) -> Self {
        Self {
            severity: kind.severity,
            code: kind.code,
            span: None,
            label: kind.label.as_ref().map(|label| Phrase::new(label, facts.clone())),
            help: kind.help.as_ref().map(|help| Phrase::new(help, facts.clone())),
            message: Phrase::new(&kind.message, facts),
        }
    }

    /// The finding that so many more are not listed.
    pub fn of_many(left_out: usize) -> Self {
        crate::say::too_many_findings(left_out)
    }

    /// The same finding at a place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The same finding with a few words beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<Phrase>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The same finding with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<Phrase>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding, as bad as that.
    #[must_use]
    pub fn of_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// One of the facts of its sentence.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.message.facts().find(|(known, _)| *known == name).map(|(_, fact)| fact)
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// A growing list of findings that a hostile text cannot make endless.
///
/// Past the limit findings are only counted; the last entry of [`Findings::into_vec`] then says
/// how many were left out, with the severity of the worst of them.
#[derive(Clone, Debug)]
pub struct Findings {
    list: Vec<Finding>,
    limit: usize,
    left_out: usize,
    worst: Severity,
    errors: usize,
}

impl Default for Findings {
    fn default() -> Self {
        Self::with_limit(1000)
    }
}

impl Findings {
    /// A list that keeps at most `limit` findings.
    pub fn with_limit(limit: usize) -> Self {
        Self { list: Vec::new(), limit, left_out: 0, worst: Severity::Info, errors: 0 }
    }

    /// Adds one.
    pub fn push(&mut self, finding: Finding) {
        self.errors += usize::from(finding.is_error());
        if self.list.len() < self.limit {
            self.list.push(finding);
        } else {
            self.left_out += 1;
            self.worst = self.worst.max(finding.severity);
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.left_out == 0
    }

    /// Whether further findings will only be counted: no need to word them with care.
    pub fn is_full(&self) -> bool {
        self.list.len() >= self.limit
    }

    /// How many of them are errors, left out ones included.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The findings, in the order they were made.
    pub fn into_vec(mut self) -> Vec<Finding> {
        if self.left_out > 0 {
            self.list.push(Finding::of_many(self.left_out).of_severity(self.worst));
        }
        self.list
    }
}

impl Extend<Finding> for Findings {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}
