//! What a reader has to say about a text: code, words, place, help.

use std::borrow::Cow;

use crate::Span;

/// How bad a [`Finding`] is. Ordered: `Info < Warning < Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    pub code: Cow<'static, str>,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// Where in the text, when it concerns a place.
    pub span: Option<Span>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Finding {
    /// A finding of severity error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A finding of severity warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// A finding of severity info.
    pub fn info(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, message)
    }

    fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self { severity, code: Cow::Borrowed(code), message: message.into(), span: None, help: None }
    }

    /// The same finding at a place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The same finding with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
