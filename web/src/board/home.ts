/**
 * The Koma this script came from. Addresses are made from it in two steps: a bundler takes `new URL(…, import.meta.url)` with anything
 * but plain text in it for a file to look up.
 */
export const HOME = new URL("..", import.meta.url);
