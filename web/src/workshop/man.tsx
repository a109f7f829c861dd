// A man as a small picture: for palettes, lists, and the board a piece is tried on.

interface Props {
  kanji: string;
  gote?: boolean;
  promoted?: boolean;
}

/** Decoration: whoever shows it says its name beside it or on the button around it. */
export function ManPicture({ kanji, gote, promoted }: Props) {
  const [first = "", second] = [...kanji];
  return (
    <svg class={promoted ? "man promoted" : "man"} viewBox="0 0 100 110" aria-hidden="true">
      <g transform={gote ? "rotate(180 50 55)" : undefined}>
        <path d="M50 5 79 20 92 105H8L21 20Z" />
        {second ? (
          <>
            <text x="50" y="58">
              {first}
            </text>
            <text x="50" y="98">
              {second}
            </text>
          </>
        ) : (
          <text class="alone" x="50" y="86">
            {first}
          </text>
        )}
      </g>
    </svg>
  );
}

/** What a button with a man on it is called: whoever speaks to the browser says what is seen, so two characters are in it. */
export function spokenMan(label: string, kanji: string): string {
  const face = [...kanji].slice(0, 2).join("");
  return [...face].length < 2 || label.includes(face) ? label : `${label} ${face}`;
}
