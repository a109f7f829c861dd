// Writes src/app/api-types.ts from openapi.json: a type for every schema, and for every route its body, query and payload.
//
//   node scripts/api-types.mjs           writes the file
//   node scripts/api-types.mjs --check   fails if the file is not what would be written
//
// It knows the part of OpenAPI 3.1 that utoipa writes, and stops at anything else rather than guess.
import { readFile, writeFile } from "node:fs/promises";

const root = new URL("../", import.meta.url);
const source = new URL("openapi.json", root);
const target = new URL("src/app/api-types.ts", root);

const document = JSON.parse(await readFile(source, "utf8"));
const schemas = document.components?.schemas ?? {};

const isName = (text) => /^[A-Za-z_$][\w$]*$/.test(text);
const key = (text) => (isName(text) ? text : JSON.stringify(text));
const indent = (text) => text.replace(/\n/g, "\n  ");
const several = (types) => [...new Set(types)].join(" | ") || "never";

/** A description as a comment in front of `text`. */
function commented(schema, text) {
  const words = schema.description?.trim().replaceAll("*/", "* /");
  if (!words) return text;
  const lines = words.split("\n");
  if (lines.length === 1) return `/** ${words} */\n${text}`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n${text}`;
}

function typeOf(schema) {
  if (schema === true || Object.keys(schema).every((name) => name === "description")) return "unknown";
  if (schema.$ref) return named(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return several(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.oneOf || schema.anyOf) return several((schema.oneOf ?? schema.anyOf).map((part) => bracket(typeOf(part))));
  if (schema.allOf) return schema.allOf.map((part) => bracket(typeOf(part))).join(" & ");
  if (Array.isArray(schema.type)) return several(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case "null":
      return "null";
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return "number";
    case "string":
      return schema.format === "binary" ? "Blob" : "string";
    case "array":
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
      return `${bracket(typeOf(schema.items ?? {}))}[]`;
    case "object":
      return objectOf(schema);
    default:
      throw new Error(`a schema of a kind this script does not know: ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

const bracket = (type) => (type.includes(" | ") || type.includes(" & ") ? `(${type})` : type);

function named(reference) {
  const name = reference.split("/").pop();
  if (!(name in schemas)) throw new Error(`${reference} is not in the document`);
  return name;
}

function objectOf(schema) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const line = `${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(field)};`;
    return indent(`\n${commented(field, line)}`);
  });
  const more = schema.additionalProperties;
  if (!fields.length) return more ? `Record<string, ${typeOf(more)}>` : "Record<string, never>";
  const body = `{${fields.join("")}\n}`;
  return more && more !== false ? `${body} & Record<string, ${typeOf(more)}>` : body;
}

/** The payload inside an envelope, by name where it has one: `Envelope_Vec_VariantSummary` holds `VariantSummary[]`. */
function payloadOf(schema) {
  const name = schema.$ref?.split("/").pop();
  const inner = name?.startsWith("Envelope_") ? name.slice("Envelope_".length) : null;
  if (inner && inner in schemas) return inner;
  if (inner?.startsWith("Vec_") && inner.slice(4) in schemas) return `${inner.slice(4)}[]`;
  const whole = name ? schemas[name] : schema;
  return typeOf(whole.properties?.payload ?? whole);
}

function routeOf(operation) {
  const parts = [];
  const body = operation.requestBody?.content ?? {};
  if (body["application/json"]) parts.push(`body: ${typeOf(body["application/json"].schema)};`);
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  if (query.length) {
    const fields = query.map((one) => `${key(one.name)}${one.required ? "" : "?"}: ${typeOf(one.schema)};`);
    parts.push(`query: { ${fields.join(" ")} };`);
  }
  const good = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith("2"));
  const answer = good?.[1].content?.["application/json"]?.schema;
  if (answer) parts.push(`payload: ${payloadOf(answer)};`);
  return parts.length ? `{\n  ${parts.map(indent).join("\n  ")}\n}` : "Record<string, never>";
}

const types = Object.entries(schemas)
  .filter(([name]) => !name.startsWith("Envelope_"))
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => commented(schema, `export type ${name} = ${typeOf(schema)};`));

const routes = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => ["get", "post", "put", "patch", "delete"].includes(method))
    .map(([method, operation]) => {
      const line = `${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${routeOf(operation)};`;
      return indent(`\n${commented({ description: operation.summary }, line)}`);
    }),
);

const text = `// Generated from openapi.json by scripts/api-types.mjs (npm run types). Not to be edited.

${types.join("\n\n")}

/** Every route: what it takes and what its envelope holds. */
export interface Routes {${routes.join("")}
}
`;

if (process.argv.includes("--check")) {
  const stands = await readFile(target, "utf8").catch(() => "");
  if (stands !== text) {
    console.error("src/app/api-types.ts is not what openapi.json says: npm run types");
    process.exit(1);
  }
} else await writeFile(target, text);
