// Part of `npm run check`: every regular expression must run in linear time (no ReDoS). recheck decides with automata, and
// searches for an attack where automata cannot express the pattern.
//
// One pattern takes milliseconds, all of them half a minute. `patterns/linear.json` stores the hashes of patterns that have
// passed, so that a run checks only new and changed ones; `npm run patterns` updates it, `--all` ignores it.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { collectPatterns } from "./patterns/collect.mjs";

const root = join(import.meta.dirname, "..");
const LIST = join(import.meta.dirname, "patterns", "linear.json");
/** Time limit for one pattern, many times what the slowest takes. An undecided pattern is rejected. */
const TIMEOUT_MS = 60_000;
/** The search for an attack is limited by steps. A time limit would make its result depend on the machine's load. */
const PARAMETERS = { timeout: TIMEOUT_MS, incubationTimeout: TIMEOUT_MS };
/** Patterns checked at the same time: a small machine has two cores. */
const LANES = 2;

export const hashOf = ({ source, flags }) =>
  createHash("sha256").update(`${source}/${flags}`).digest("hex").slice(0, 16);

/** Checks each distinct pattern that is not in `linear`. Returns the faults, one line each, and the hashes that passed. */
export async function checkPatterns(patterns, linear) {
  const distinct = new Map();
  for (const pattern of patterns) {
    const hash = hashOf(pattern);
    if (linear.has(hash)) continue;
    const { places = [] } = distinct.get(hash) ?? {};
    distinct.set(hash, { ...pattern, places: [...places, pattern.at] });
  }
  const faults = [];
  const passed = [];
  if (distinct.size === 0) return { faults, passed };
  const { check } = await import("recheck");
  const waiting = [...distinct];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [hash, { places, source, flags }] = next;
      const result = await check(source, flags, PARAMETERS);
      if (result.status === "safe") passed.push(hash);
      else {
        const reason =
          result.status === "vulnerable" ? result.complexity.summary : `undecided, ${result.error.kind}`;
        faults.push(...places.map((at) => `${at}: /${source}/${flags} is not linear (${reason}).`));
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { faults: faults.sort(), passed };
}

async function main([option]) {
  const stored = JSON.parse(readFileSync(LIST, "utf8"));
  const { patterns, unresolved, files } = collectPatterns(root);
  if (files === 0 || patterns.length === 0) throw new Error("No pattern was found, so nothing was checked.");
  const { faults, passed } = await checkPatterns(patterns, new Set(option === "--all" ? [] : stored));
  const unknown = unresolved.map(
    ({ at, text }) =>
      `${at}: ${text} is built from values that the check cannot evaluate (patterns/collect.mjs).`,
  );
  for (const line of [...faults, ...unknown]) process.stderr.write(`${line}\n`);
  if (option === "--write") {
    const present = new Set(patterns.map(hashOf));
    const hashes = [...stored, ...passed].filter((hash) => present.has(hash));
    writeFileSync(LIST, `${JSON.stringify([...new Set(hashes)].sort(), null, 2)}\n`);
  }
  process.stdout.write(
    `${patterns.length} patterns in ${files} files, ${passed.length + faults.length} checked now.\n`,
  );
  // recheck's helper process would keep this process alive.
  process.exit(faults.length + unknown.length === 0 ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
