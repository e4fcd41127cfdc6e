// Calls by voice in real time, over a stand-in carrier: how soon the agent answers and stops, and how many calls fit.
// `sip` compares the paths of Twilio, of SIP with plain RTP, and of SIP with TLS and SRTP, and needs openssl.
//   npm run bench:voice [-- --only=builtin,dates,instant,load,slow,published,sip --calls 10 --turns 9 --most 200 --step 50 --seconds 15
//     --published 10,50 --profile]
// Callers speak with voices of espeak-ng on which nothing was tuned. Prints a table, and ends with 1 where a figure is missed.
// Needs the Debian packages `espeak-ng` and `sox`.
import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, entries } from "../../scripts/build.mjs";
import { openEmptyDatabase, prepareDatabase } from "../empty-database";
import type { Findings } from "./report";

const PARTS = ["builtin", "dates", "instant", "load", "slow", "published", "sip"] as const;
const { values } = parseArgs({
  options: {
    only: { type: "string", default: PARTS.filter((part) => part !== "sip").join(",") },
    calls: { type: "string", default: "10" },
    turns: { type: "string", default: "9" },
    most: { type: "string", default: "200" },
    step: { type: "string", default: "50" },
    seconds: { type: "string", default: "15" },
    published: { type: "string", default: "10,50" },
    profile: { type: "boolean", default: false },
  },
});
const parts = PARTS.filter((part) => values.only.split(",").includes(part));
if (parts.length === 0) throw new Error(`Choose from ${PARTS.join(", ")}.`);
const includes = (part: (typeof PARTS)[number]) => parts.includes(part);
const [calls, turns, most, seconds] = [values.calls, values.turns, values.most, values.seconds].map(
  Number,
) as [number, number, number, number];
/** Calls at once are raised by so many, until frames are late. */
const STEP = Number(values.step);
const LATE_MS = 20;
/** Turns of providers that answer at once are short: of so many more, a hundredth is more than the worst of all. */
const MORE = 3;
/** Answers of each kind, each by another voice. */
const VOICES = 20;
/** Calls whose voice is slow, and those beside them. */
const SLOW = 5;
const BESIDE = 10;

const ROOT = join(import.meta.dirname, "..", "..");
const say = (line: string) => process.stderr.write(`${line}\n`);
const before = loadavg();
const database = await openEmptyDatabase("voice");
const { folder } = database;
// `lib/platform/env.ts` reads them at its import, here and in the gateway.
for (const name of ["PARLEY_BASE_URL", "PARLEY_VOICE_URL", "PORT"]) delete process.env[name];

async function main(): Promise<boolean> {
  const { spokenAnswers } = await import("./spoken-answers");
  const { hold, load, watched } = await import("./measure");
  const { startProcess } = await import("../data/processes");
  const { startGateway } = await import("./processes");
  const { startModelServer } = await import("./model-server");
  const { holdPublished } = await import("./published");
  const { report } = await import("./report");
  const { comparePaths } = await import("./compare-paths");
  const { createCertificate, openSipCallers } = await import("./sip-caller");
  const { SIP_CERTIFICATE, SIP_KEY } = await import("./wire");

  await prepareDatabase(database);
  const threads = Object.entries(entries()).filter(([name]) => name.endsWith("-thread"));
  await bundle({
    ...Object.fromEntries(threads),
    "bench-voice-gateway": "bench/voice/gateway.ts",
    worker: "bin/worker.ts",
  });

  const [agreements, numbers, dates] = (["yes_no", "number", "date"] as const).map((kind) =>
    spokenAnswers(kind, VOICES),
  ) as [string[][], string[][], string[][]];
  const pick = (answers: readonly string[][], n: number) => answers[n % answers.length] ?? [];
  const words = { ask: (n: number) => pick(n % 2 === 0 ? agreements : numbers, n) };
  const dateWords = { ask: (n: number) => pick(dates, n) };
  /** Short enough for many turns: only the detector of speech listens to them. */
  const shortWords = { ask: (n: number) => pick(numbers, n) };

  const profiles = values.profile ? join(ROOT, ".data", "bench", "profiles") : null;
  const certificate = includes("sip") ? createCertificate(folder) : null;
  const gateway = await startGateway(
    profiles,
    certificate === null
      ? {}
      : {
          [SIP_CERTIFICATE]: certificate.certificate,
          [SIP_KEY]: certificate.key,
          // The callers' audio comes from this machine.
          TOOL_ALLOWED_HOSTS: "127.0.0.1",
        },
  );
  // The worker settles calls, as in the product.
  const worker = await startProcess("worker", {}, null);
  try {
    const findings: Findings = { calls, before, loads: [], published: [], paths: [] };
    if (includes("builtin")) {
      say(`${calls} calls by the built-in providers`);
      await hold(gateway, "builtin", 1, 2, words);
      findings.builtinCpu = await watched(gateway, calls, async () => {
        findings.builtin = await hold(gateway, "builtin", calls, turns, words);
      });
    }
    if (includes("dates")) {
      say(`${calls} calls by the built-in providers, which answer with dates`);
      await hold(gateway, "dates", 1, 2, dateWords);
      findings.dates = await hold(gateway, "dates", calls, turns, dateWords);
    }
    if (includes("instant")) {
      say("Instant providers");
      findings.instant = await hold(gateway, "instant", calls, turns * MORE, shortWords);
    }
    for (let n = STEP; includes("load") && n <= most; n += STEP) {
      say(`${n} calls at once`);
      const loaded = await load(gateway, "instant", n, seconds, shortWords);
      findings.loads.push(loaded);
      if (loaded.p95Ms > LATE_MS) break;
    }
    if (includes("slow")) {
      say("Slow voices");
      findings.slow = await watched(gateway, BESIDE, () =>
        Promise.all([
          load(gateway, "slow", SLOW, seconds, shortWords),
          load(gateway, "instant", BESIDE, seconds, shortWords),
        ]),
      );
    }
    if (includes("published")) {
      const model = await startModelServer();
      for (const n of values.published.split(",").map(Number)) {
        say(`${n} calls with published delays`);
        const options = { calls: n, turns, words: shortWords, model, profiles };
        const plain = await holdPublished({ ...options, hasDrafts: false });
        findings.published.push({ plain, drafted: await holdPublished({ ...options, hasDrafts: true }) });
      }
      await model.close();
    }
    if (certificate !== null) {
      const callers = await openSipCallers(certificate.certificate);
      const options = {
        gateway,
        calls,
        turns: turns * MORE,
        maxCalls: most,
        seconds,
        words: shortWords,
        say,
      };
      findings.paths = await comparePaths({ ...options, step: STEP, lateMs: LATE_MS }, callers);
      await callers.close();
    }
    const { text, isWithinBounds } = report(findings);
    process.stdout.write(text);
    return isWithinBounds;
  } finally {
    await gateway.stop();
    await worker.stop();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
