// A checked variant: its board, its men, its rules, and what to do with it.
import { Board } from "../app/board.tsx";
import { named } from "../app/i18n.ts";
import type { Variant } from "../app/wire.ts";
import { Lines } from "../play/rules.tsx";
import { ManPicture } from "./man.tsx";
import { t } from "./messages.ts";

/** The rules page the server made of it. */
export function RulesPage({ variant }: { variant: Variant }) {
  return (
    <article class="rules-page">
      <h2>{named(variant)}</h2>
      <p class="muted">{`${variant.files}×${variant.ranks}`}</p>
      {variant.rules.map(({ title, lines }) => (
        <section key={title}>
          <h3>{title}</h3>
          <Lines lines={lines} />
        </section>
      ))}
      <section>
        <h3>{t("men")}</h3>
        <ul class="rules-men">
          {variant.kinds.map((kind) => (
            <li key={kind.code}>
              <ManPicture kanji={kind.kanji} promoted={kind.code.startsWith("+")} />
              <div>
                <strong>{named(kind)}</strong> <code>{kind.code}</code>
                <p>{kind.words}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

/** The start position, to look at. */
export function StartBoard({ variant }: { variant: Variant }) {
  return <Board variant={variant} sfen={variant.startSfen} label={named(variant)} />;
}
