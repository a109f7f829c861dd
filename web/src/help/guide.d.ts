/** A page of the user's guide; scripts/guide.mjs makes it of docs/guide. */
declare module "*.md" {
  export const title: string;
  export const html: string;
  /** The pages it links to, in order. */
  export const links: { address: string; title: string }[];
}
