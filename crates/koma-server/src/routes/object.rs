//! A variant as an object: every field of its file, for who changes some and keeps the others.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use koma_text::yaml::{self, Kind, Limits, Node, Style};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::envelope::{Answer, Envelope, Failure, Payload};
use crate::{ApiError, App};

/// The route of this file.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(object))
}

/// A variant file as an object.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantObject {
    /// The fields of a variant file that needs no other: its pieces stand in it
    /// (`docs/variant-files.md`). `POST /api/variants/check` takes it back.
    #[schema(value_type = Object)]
    pub object: Value,
}

/// A variant, a shipped or a stored one, as the object of a file that needs no other.
#[utoipa::path(
    get, path = "/api/variants/{variant}/object", tag = "variants",
    params(("variant" = String, Path, description = "a slug, an alias, or the id of a stored variant")),
    responses((status = 200, body = Envelope<VariantObject>), (status = "default", body = Failure))
)]
async fn object(State(app): State<App>, Path(variant): Path<String>) -> Answer<VariantObject> {
    let rules = app.rules.ruleset(&variant, &BTreeMap::new()).await?;
    let object = app.work.run(move || of_text(&koma_variants::write(rules.variant()))).await?;
    Ok(Payload(VariantObject { object: object.ok_or_else(ApiError::not_found)? }))
}

/// The object of a file of ours.
fn of_text(text: &str) -> Option<Value> {
    let (document, _) = yaml::parse(text, &Limits::default());
    document.root.as_ref().map(value)
}

fn value(node: &Node<'_>) -> Value {
    match &node.kind {
        Kind::Sequence(items) => Value::Array(items.iter().map(value).collect()),
        Kind::Mapping(entries) => Value::Object(
            entries
                .iter()
                .filter_map(|entry| Some((entry.key.scalar()?.0.to_owned(), value(&entry.value))))
                .collect(),
        ),
        Kind::Scalar { .. } if node.is_null() => Value::Null,
        Kind::Scalar { text, style: Style::Plain } => plain(text),
        Kind::Scalar { text, .. } => Value::String(text.to_string()),
    }
}

fn plain(text: &str) -> Value {
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => match text.parse::<i64>() {
            Ok(number) => number.into(),
            Err(_) => Value::String(text.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// JSON is YAML: what comes back is the variant itself.
    #[test]
    fn every_variant_of_the_catalogue_comes_back_from_its_object() {
        for variant in koma_variants::catalogue() {
            let object = of_text(&koma_variants::write(variant)).unwrap();
            let (again, findings, _) = crate::rules::read(object.to_string(), "yaml", None);
            let again = again.unwrap_or_else(|| panic!("{}: {findings:?}", variant.slug));
            assert_eq!(again.kinds, variant.kinds, "{}", variant.slug);
            assert_eq!(again.endings, variant.endings, "{}", variant.slug);
            assert!(again == **variant, "{}", variant.slug);
        }
    }
}
