import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// `<shogi-board>` alone, as one file with its font, for any page: dist/embed/shogi-board.js and an example.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  publicDir: here("./public"),
  build: {
    target: "es2022",
    outDir: here("../dist/embed"),
    emptyOutDir: true,
    reportCompressedSize: false,
    lib: { entry: here("../src/board/index.ts"), formats: ["es"], fileName: () => "shogi-board.js" },
  },
});
