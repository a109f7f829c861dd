import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// `<shogi-board>` alone, as one file with its font inside, for any page: dist/embed/shogi-board.js, and an example.
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
      input: here("../src/board/index.ts"),
      output: { entryFileNames: "shogi-board.js" },
      preserveEntrySignatures: "exports-only",
    },
  },
});
