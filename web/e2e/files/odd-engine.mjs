#!/usr/bin/env node
// A USI engine for tests: it answers the first move, and falls over at the second.
import { createInterface } from "node:readline";

let moves = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "usi")
    console.log("id name Odd\nid author Nobody\noption name Mood type spin default 3 min 1 max 9\nusiok");
  else if (line === "isready") console.log("readyok");
  else if (line.startsWith("position")) moves = (line.split(" moves ")[1] ?? "").split(" ").filter(Boolean).length;
  else if (line.startsWith("go")) {
    if (moves > 1) process.exit(1);
    console.log("info depth 1 score cp 10 pv 3c3d\nbestmove 3c3d");
  } else if (line === "quit") process.exit(0);
}
