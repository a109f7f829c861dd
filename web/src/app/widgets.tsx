// The shared parts of pages. They carry their labels and roles, so a page that uses them is accessible by itself.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "./api.ts";
import { Findings } from "./findings.tsx";
import { sentence } from "./i18n.ts";
import { t } from "./messages.ts";

export type Look = "plain" | "primary" | "danger" | "quiet";
type ButtonProps = {
  look?: Look;
  /** With an address it is a link that looks like a button. */
  href?: string;
  /** Cannot be pressed for now, and keeps the focus. */
  busy?: boolean;
  children?: ComponentChildren;
} & Omit<JSX.IntrinsicElements["button"], "children" | "ref">;

export function Button({ look = "plain", href, busy, children, class: more, onClick, ...rest }: ButtonProps) {
  const name = `button ${look} ${more ?? ""}`;
  if (href !== undefined) {
    return (
      <a
        class={name}
        href={href}
        aria-label={rest["aria-label"]}
        title={rest.title}
        onClick={onClick && ((event) => onClick(event as never))}
      >
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      class={name}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}

interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons under the content. */
  foot?: ComponentChildren;
  wide?: boolean;
}

/** A modal dialog: the browser's own, so focus, Escape and the backdrop behave. */
export function Dialog({ open, title, onClose, children, foot, wide }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already; the click is on its backdrop
    <dialog
      ref={element}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {open && (
        <div class="dialog-body">
          <header>
            <h2 id={id}>{title}</h2>
            <Button look="quiet" class="icon" aria-label={t("close")} onClick={onClose}>
              ✕
            </Button>
          </header>
          <div class="dialog-content">{children}</div>
          {foot && <footer>{foot}</footer>}
        </div>
      )}
    </dialog>
  );
}

interface TabsProps<K extends string> {
  label: string;
  tabs: { key: K; label: ComponentChildren; content: () => ComponentChildren }[];
  /** Leave out to let the widget remember the chosen one itself. */
  chosen?: K;
  onChoose?: (key: K) => void;
}

export function Tabs<K extends string>({ label, tabs, chosen, onChoose }: TabsProps<K>) {
  const [own, setOwn] = useState<K | undefined>(tabs[0]?.key);
  const id = useId();
  const current = chosen ?? own;
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === current),
  );
  const choose = (index: number, list?: HTMLElement) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    setOwn(tab.key);
    onChoose?.(tab.key);
    list?.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(tab)]?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(step, event.currentTarget);
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            type="button"
            role="tab"
            key={tab.key}
            id={`${id}-${tab.key}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabs[at] && `${id}-${tabs[at].key}`}>
        {tabs[at]?.content()}
      </div>
    </div>
  );
}

interface FieldProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: ComponentChildren;
  /** Draws the control; give it this `id`, so that the label belongs to it. */
  children: (id: string) => ComponentChildren;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <p class="hint">{hint}</p>}
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  /** Null where nothing was chosen yet. */
  value: V | null;
  choices: readonly { value: V; label: ComponentChildren; hint?: string }[];
  onChoose: (value: V) => void;
}

/** One of a few, all visible: radio buttons that look like a row of buttons. */
export function Choice<V extends string>({ label, value, choices, onChoose }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div class="choices">
        {choices.map((choice) => (
          <label key={choice.value} title={choice.hint}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  label: ComponentChildren;
  value: boolean;
  onChange: (value: boolean) => void;
}

export function Switch({ label, value, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={value}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Copies `text`, and says so. */
export function CopyButton({
  text,
  children,
  look,
  disabled,
}: {
  text: string | (() => string);
  children?: ComponentChildren;
  look?: Look;
  disabled?: boolean;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      toast(t("copied"));
    } catch {
      toast(t("notCopied"), "warning");
    }
  };
  return (
    <Button look={look} onClick={copy} disabled={disabled}>
      {children ?? t("copy")}
    </Button>
  );
}

/** ☗ or ☖, in the colours of the sides whatever the theme. */
export function SideMark({ side }: { side: "sente" | "gote" }) {
  return <span class={`side-mark ${side}`} aria-hidden="true" />;
}

export function Loading() {
  return (
    <p class="loading" role="status">
      {t("loading")}…
    </p>
  );
}

/** A request that was refused: what the server said, its findings, and a way to try again. */
export function Refused({ error, retry }: { error: ApiError; retry?: () => void }) {
  const { message, findings, status, code } = error;
  return (
    <div class="refused" role="alert">
      <p>{sentence(message)}</p>
      <Findings findings={findings} />
      {/* What is not there will not be there in a moment. */}
      {status === 404 ? (
        <Button href="/">{t(code === "UNKNOWN_VARIANT" ? "allGames" : "toHome")}</Button>
      ) : (
        retry && <Button onClick={retry}>{t("retry")}</Button>
      )}
    </div>
  );
}

interface Toast {
  id: number;
  text: string;
  kind: "info" | "warning";
}
const toasts = signal<Toast[]>([]);
let toastCount = 0;

/** Says something briefly, to eyes and screen readers. */
export function toast(said: string, kind: Toast["kind"] = "info"): void {
  const text = kind === "warning" ? sentence(said) : said;
  const id = ++toastCount;
  toasts.value = [...toasts.value.filter((one) => one.text !== text), { id, text, kind }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, 4000);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => (
        <p key={one.id} class={one.kind}>
          {one.text}
        </p>
      ))}
    </div>
  );
}
