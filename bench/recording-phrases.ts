/**
 * Measures how other people's phrases are read as answers to a recording's announcement: CLINC150 (Larson et al. 2019,
 * CC BY 3.0, github.com/clinc/oos-eval, `data/data_full.json`), 150 intents, of which "no" and "yes" are answers and the
 * others are about something else. The half with an odd SHA-256 was not looked at while the patterns were written.
 * Run: `npx tsx bench/recording-phrases.ts path/to/data_full.json`.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readAnswer } from "@/lib/calls/recordings";

type Labeled = [text: string, intent: string];
const ANSWERS = ["no", "yes", "maybe"];

const path = process.argv[2];
if (path === undefined) throw new Error("Name the file data_full.json of CLINC150.");
const sets = JSON.parse(readFileSync(path, "utf8")) as Record<string, Labeled[]>;
const isUnseen = (text: string): boolean =>
  BigInt(`0x${createHash("sha256").update(text).digest("hex")}`) % 2n === 1n;

const intents = new Map(
  Object.values(sets)
    .flat()
    .map(([text, intent]) => [text.toLowerCase(), intent]),
);
const counts = new Map<string, Record<string, number>>();
for (const [text, intent] of intents) {
  if (!isUnseen(text)) continue;
  const group = ANSWERS.includes(intent) ? intent : "something else";
  const count = counts.get(group) ?? {};
  const answer = readAnswer(text);
  count[answer] = (count[answer] ?? 0) + 1;
  counts.set(group, count);
}
for (const [group, count] of counts) process.stdout.write(`${group}: ${JSON.stringify(count)}\n`);
