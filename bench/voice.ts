// The quality of calls by voice. Without `--report`: how soon the agent answers and stops, and how many calls fit
// (bench/voice/latency.ts has its options). With it, a table of docs/voice.md:
//   npm run bench:voice -- --report=recognition [--each 300 --recorded 80]
//   npm run bench:voice -- --report=answering-machines [--each 400]
//   npm run bench:voice -- --report=turns [--each 300 --transcriber builtin|knowing]
// Reports use the half of the corpus on which nothing was tuned; `--half=tuning` is for changing thresholds.
import { parseArgs } from "node:util";
import { HALVES } from "./voice/corpus/split";

const { values } = parseArgs({
  options: {
    report: { type: "string" },
    half: { type: "string", default: "unseen" },
    each: { type: "string" },
    transcriber: { type: "string", default: "builtin" },
    recorded: { type: "string", default: "80" },
  },
  strict: false,
});
const half = HALVES.find((name) => name === values.half);
if (half === undefined) throw new Error(`Choose a half: ${HALVES.join(", ")}.`);
const say = (line: string) => process.stderr.write(`${line}\n`);

if (values.report === undefined) await import("./voice/latency");
else if (values.report === "recognition") {
  const { recognitionReport } = await import("./voice/recognition");
  const [perKind, recordedPerKind] = [Number(values.each ?? 300), Number(values.recorded)];
  const { text, isMet } = await recognitionReport({ half, perKind, recordedPerKind, say });
  process.stdout.write(text);
  process.exitCode = isMet ? 0 : 1;
} else if (values.report === "turns") {
  const { turnTakingReport, TRANSCRIBERS } = await import("./voice/turn-taking");
  const transcriber = TRANSCRIBERS.find((name) => name === values.transcriber);
  if (transcriber === undefined) throw new Error(`Choose a transcriber: ${TRANSCRIBERS.join(", ")}.`);
  const perKind = Number(values.each ?? 300);
  const { text, isWithinBounds } = await turnTakingReport({ half, perKind, transcriber, say });
  process.stdout.write(text);
  process.exitCode = isWithinBounds ? 0 : 1;
} else if (values.report === "answering-machines") {
  const { answeringMachinesReport } = await import("./voice/answering-machines");
  const perKind = Number(values.each ?? 400);
  const { text, isMet } = await answeringMachinesReport({ half, perKind, say });
  process.stdout.write(text);
  process.exitCode = isMet ? 0 : 1;
} else throw new Error("Choose a report: recognition, turns, answering-machines.");
