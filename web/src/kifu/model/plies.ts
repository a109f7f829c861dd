/** Which moves of a game are meant: `20, 40, 62` or `20-60/10`. */

/** How many diagrams a game has that nobody has remarked on. */
const USUAL = 4;

/** The plies of a text, in order and once each; what is none, or past the end, is left out. */
export function readPlies(text: string, last: number): number[] {
  const plies = new Set<number>();
  for (const word of text.split(/[\s,、，]+/)) {
    const range = /^(\d+)[-–〜~](\d+)(?:\/(\d+))?$/.exec(word);
    const [from, to] = range ? [Number(range[1]), Number(range[2])] : [Number(word || Number.NaN), Number(word)];
    const step = Math.max(1, Number(range?.[3] ?? 1));
    for (let ply = from; ply <= Math.min(to, last); ply += step) if (ply >= 0 && Number.isInteger(ply)) plies.add(ply);
  }
  return [...plies].sort((a, b) => a - b);
}

/** The plies that were remarked on; else some from the whole game; the one that is shown among them. */
export function usualPlies(marked: readonly number[], last: number, at: number): number[] {
  if (marked.length > 0) return [...new Set([...marked, ...(at > 0 ? [at] : [])])].sort((a, b) => a - b);
  const even = Array.from({ length: USUAL }, (_, n) => Math.round(((n + 1) * last) / USUAL));
  return [...new Set(even)];
}
