import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// `<shogi-board>` and `<shogi-kifu>`, as one file with the font inside, for any page: dist/embed/shogi-board.js, and an example.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  publicDir: here("./public"),
  build: {
    target: "es2022",
    outDir: here("../dist/embed"),
    emptyOutDir: true,
    reportCompressedSize: false,
    modulePreload: false,
    assetsInlineLimit: () => true,
    rolldownOptions: {
      input: here("../src/board/embed.ts"),
      output: { entryFileNames: "shogi-board.js" },
      preserveEntrySignatures: "exports-only",
    },
  },
});
