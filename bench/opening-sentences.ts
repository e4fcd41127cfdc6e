/**
 * Measures how often the scripted test model stores a sentence as the caller's name: sentences of CLINC150 (Larson et
 * al. 2019, CC BY 3.0, github.com/clinc/oos-eval, `data/data_full.json`), which are requests and questions to an
 * assistant. The half with an odd SHA-256 was not looked at while the patterns were written. With a second file, one
 * name a line, it also measures how many names are not accepted.
 * Run: `npx tsx bench/opening-sentences.ts path/to/data_full.json [path/to/names.txt]`; `SHOW=1` prints the sentences of
 * the other half that were stored.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { buildConfig } from "@/lib/agents/agents/defaults";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { PolicyAgent } from "@/lib/outreach/offline/simulator/test/policy-agent";

const TODAY = "2026-11-21";
const config = buildConfig(
  CreateAgent.parse({
    name: "Front desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "You are the front desk.",
    variables: [
      { name: "full_name", description: "your full name" },
      { name: "day", type: "date", description: "Which day suits you?" },
    ],
  }),
);

/** The name that the model stores after a sentence; undefined if it stores none. */
function storedName(sentence: string): unknown {
  const agent = new PolicyAgent(config, TODAY);
  agent.speak();
  agent.hear(sentence);
  return agent.values.full_name;
}

const [sentencesPath, namesPath] = process.argv.slice(2);
if (sentencesPath === undefined) throw new Error("Name the file data_full.json of CLINC150.");
const sets = JSON.parse(readFileSync(sentencesPath, "utf8")) as Record<
  string,
  [text: string, intent: string][]
>;
const isUnseen = (text: string): boolean =>
  BigInt(`0x${createHash("sha256").update(text).digest("hex")}`) % 2n === 1n;

const counts = { tuning: { sentences: 0, stored: 0 }, unseen: { sentences: 0, stored: 0 } };
for (const text of new Set(Object.values(sets).flatMap((set) => set.map(([sentence]) => sentence)))) {
  const half = isUnseen(text) ? "unseen" : "tuning";
  const name = storedName(text);
  counts[half].sentences += 1;
  if (name === undefined) continue;
  counts[half].stored += 1;
  if (half === "tuning" && process.env.SHOW !== undefined)
    process.stdout.write(`${text} → ${String(name)}\n`);
}
process.stdout.write(`sentences: ${JSON.stringify(counts)}\n`);

if (namesPath !== undefined) {
  const names = readFileSync(namesPath, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const refused = names.filter((name) => storedName(name) !== name);
  if (process.env.SHOW !== undefined) process.stdout.write(`${refused.join("\n")}\n`);
  process.stdout.write(`names: ${names.length}, not accepted: ${refused.length}\n`);
}
