import { defineConfig } from "vitest/config";
import { guide } from "./scripts/guide.mjs";

// The build must be byte-identical from any directory: nothing here may depend on a path, a clock or the machine.
export default defineConfig({
  plugins: [guide()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // The server's content security policy allows no data: fonts and the like; small files stay files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: ["index.html"] },
  },
  server: {
    // The guide lies beside this folder.
    fs: { allow: [".."] },
    // `koma serve` beside `npm run dev`.
    proxy: {
      "/api": { target: process.env.KOMA_SERVER ?? "http://127.0.0.1:8080", ws: true },
    },
  },
  test: {
    environment: "happy-dom",
    isolate: false,
    include: ["src/**/*.test.{ts,tsx}"],
    // Style sheets are read by a test of theirs; else they would be empty.
    css: true,
  },
});
