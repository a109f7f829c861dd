// The file page: variants.ini, variant YAML or piece YAML, with the findings beside the lines.
import { useRef, useState } from "preact/hooks";
import { ApiError, type Finding } from "../app/api.ts";
import { Findings } from "../app/findings.tsx";
import { named } from "../app/i18n.ts";
import { useResource, useVariants } from "../app/resource.ts";
import { place } from "../app/router.ts";
import { recall, remember, settings } from "../app/settings.ts";
import { useTitle } from "../app/title.ts";
import { Button, Field, Refused, toast } from "../app/widgets.tsx";
import type { Variant } from "../app/wire.ts";
import { download } from "./download.ts";
import { type FileKind, fileKind, fileName } from "./file-kind.ts";
import { useLate } from "./late.ts";
import { MarkedText, type MarkedTextHandle } from "./marked-text.tsx";
import { t } from "./messages.ts";
import { WorkshopNav } from "./nav.tsx";
import { SAMPLE_INI } from "./samples.ts";
import { pieceSet } from "./set-store.ts";
import { useStore } from "./use-store.ts";
import { RulesPage, StartBoard } from "./variant-view.tsx";
import { checkPieces, checkVariants, setFile, sourceOf } from "./wire.ts";
import "./man.css";
import "./workshop.css";

const KEPT = "workshop.file";
const MOST_BYTES = 4 << 20;

interface Result {
  /** The text it is about. */
  text: string;
  kind: FileKind;
  variants: Variant[];
  findings: Finding[];
}

async function check(text: string, signal: AbortSignal): Promise<Result | null> {
  if (!text.trim()) return null;
  const kind = fileKind(text);
  if (kind === "pieces") return { variants: [], ...(await checkPieces(text, signal)), text, kind };
  return { text, kind, ...(await checkVariants(text, kind === "ini" ? "ini" : "yaml", signal)) };
}

function kept(): string {
  const text = recall(KEPT);
  return typeof text === "string" ? text : SAMPLE_INI;
}

export default function FilesPage() {
  useTitle(t("navFiles"));
  const [text, setText] = useState(kept);
  const field = useRef<MarkedTextHandle>(null);
  const late = useLate(text, 300);
  const result = useResource((signal) => check(late, signal), [late, settings.language.value]);
  const write = (next: string) => {
    setText(next);
    remember(KEPT, next.length < 200_000 ? next : "");
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST_BYTES) return toast(t("tooLarge"), "warning");
    write(await file.text());
  };
  // A link from another page: the source of a variant.
  const from = place.value.query.get("variant");
  useResource(async () => {
    if (from) await begin(sourceOf(from), write);
  }, [from]);
  const findings = result.value?.findings ?? [];
  return (
    <div class="page workshop">
      <WorkshopNav />
      <div>
        <h1>{t("filesTitle")}</h1>
        <p class="muted">{t("filesHint")}</p>
      </div>
      <div class="workbench files">
        <div class="stack">
          <Tools text={text} kind={result.value?.kind ?? "variant"} onText={write} onFile={take} />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is also a button above */}
          <div
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              void take(event.dataTransfer?.files[0]);
            }}
          >
            <MarkedText
              file
              label={t("fileText")}
              value={text}
              onInput={write}
              findings={findings}
              of={result.value?.text ?? ""}
              handle={field}
            />
          </div>
        </div>
        <div class="stack">
          <Summary result={result.value} />
          {result.error && <Refused error={result.error} retry={result.retry} />}
          <Findings findings={findings} onPlace={(finding) => field.current?.show(finding)} />
          <Made result={result.value} />
        </div>
      </div>
    </div>
  );
}

async function begin(text: Promise<string>, write: (text: string) => void): Promise<void> {
  try {
    write(await text);
  } catch (cause) {
    toast(cause instanceof ApiError ? cause.message : String(cause), "warning");
  }
}

interface ToolsProps {
  text: string;
  kind: FileKind;
  onText: (text: string) => void;
  onFile: (file: File | undefined) => void;
}

function Tools({ text, kind, onText, onFile }: ToolsProps) {
  const variants = useVariants();
  const choose = (value: string) => {
    if (value === "*set") void begin(setFile(pieceSet.value), onText);
    else if (value === "*ini") onText(SAMPLE_INI);
    else if (value) void begin(sourceOf(value), onText);
  };
  return (
    <div class="row file-tools">
      <Field label={t("beginWith")}>
        {(id) => (
          <select id={id} value="" onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{t("choose")}</option>
            <option value="*ini">{t("sample66")}</option>
            {pieceSet.value.length > 0 && <option value="*set">{t("mySet")}</option>}
            {(variants.value ?? []).map((variant) => (
              <option key={variant.slug} value={variant.slug}>
                {`YAML: ${named(variant)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label class="button">
        {t("openFile")}
        <input
          class="hidden-text"
          type="file"
          accept=".yaml,.yml,.ini,.txt"
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </label>
      <Button onClick={() => download(fileName(kind), text)}>{t("download")}</Button>
    </div>
  );
}

function Summary({ result }: { result: Result | null }) {
  if (!result) return null;
  const count = (severity: Finding["severity"]) => result.findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const said = errors + warnings ? t("errors", { errors, warnings }) : t("noFindings");
  return (
    <p role="status" class={errors ? "wrong" : "muted"}>
      {`${said} · ${t(`kind-${result.kind}`)}`}
    </p>
  );
}

/** The variants of the file: look, read the rules, play, share. */
function Made({ result }: { result: Result | null }) {
  const store = useStore();
  const [name, setName] = useState<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const variants = result?.variants ?? [];
  const variant = variants.find(({ slug }) => slug === name) ?? variants.at(-1);
  if (!variant || !result) return null;
  const format = result.kind === "ini" ? "ini" : "yaml";
  const what = { text: result.text, format, ...(format === "ini" ? { name: variant.slug } : {}) } as const;
  return (
    <div class="stack made">
      {variants.length > 1 && (
        <Field label={t("navVariant")}>
          {(id) => (
            <select id={id} value={variant.slug} onChange={(event) => setName(event.currentTarget.value)}>
              {variants.map((one) => (
                <option key={one.slug} value={one.slug}>
                  {named(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <StartBoard variant={variant} />
      <div class="row">
        <Button look="primary" busy={store.busy} onClick={() => store.play(what)}>
          {t("play")}
        </Button>
        <Button busy={store.busy} onClick={() => store.play(what, true)}>
          {t("playComputer")}
        </Button>
        <Button busy={store.busy} onClick={async () => setAddress(await store.share(what))}>
          {t("share")}
        </Button>
      </div>
      {address && (
        <input readOnly aria-label={t("address")} value={address} onFocus={(event) => event.currentTarget.select()} />
      )}
      <RulesPage variant={variant} />
    </div>
  );
}
