import { findSpans, type MaskVariable, presentTranscript, type Turn } from "@/lib/masking";
import { conversation } from "../seed-sealed";
import { type Findings, median } from "./samples";

/** Bounds of this bench, from the requirements for data rights. */
const SHARE = 0.4;
const ROUNDS = 15;
/** Transcripts of one round, so that it takes long enough to be measured. */
const TRANSCRIPTS = 100;
const CONVERSATIONS = 5;

const VARIABLES: readonly MaskVariable[] = [
  { name: "account_number", type: "string", description: "your account number", choices: null },
  { name: "day", type: "date", description: "the day", choices: null },
  { name: "guests", type: "number", description: "how many guests", choices: null },
];

/** Transcripts as they are stored, masked and written as JSON, against written as JSON alone. */
export function measureMasking(): Findings {
  const conversations = Array.from({ length: CONVERSATIONS }, (_, n) => {
    const { turns, values } = conversation(n);
    return { turns: turns as readonly Turn[], values, spans: findSpans(turns, values, VARIABLES) };
  });
  const sensitive = new Set(["account_number"]);
  const masked = (n: number) => {
    const {
      turns,
      spans,
      values: knownValues,
    } = conversations[n % conversations.length] ?? { turns: [], spans: [], values: {} };
    return JSON.stringify(
      presentTranscript({
        turns,
        spans,
        isSettled: true,
        redact: true,
        sensitive,
        variables: VARIABLES,
        knownValues,
        language: "en-US",
        unreadable: [],
      }),
    );
  };
  const plain = (n: number) => JSON.stringify(conversations[n % conversations.length]?.turns);
  const timed = (mask: (n: number) => string): { ms: number; bytes: number } => {
    const startedAt = performance.now();
    let bytes = 0;
    for (let n = 0; n < TRANSCRIPTS; n++) bytes += mask(n).length;
    return { ms: performance.now() - startedAt, bytes };
  };
  const leaked = conversations.some(({ values }, n) => masked(n).includes(String(values.account_number)));
  const sides: { plain: number[]; masked: number[] } = { plain: [], masked: [] };
  for (let n = 0; n < ROUNDS + 2; n++) {
    const [bare, gate] = [timed(plain), timed(masked)];
    // The first rounds are compiled while they run.
    if (n < 2) continue;
    sides.plain.push(bare.bytes / 1_000 / bare.ms);
    sides.masked.push(bare.bytes / 1_000 / gate.ms);
  }
  const [bare, gate] = [median(sides.plain), median(sides.masked)];
  return {
    rows: [
      { label: "Transcripts of 200 turns masked and written as JSON, MB a second", figure: gate.toFixed(0) },
      { label: "  written by JSON.stringify alone", figure: bare.toFixed(0) },
    ],
    verdicts: [
      {
        label: `${(gate / bare).toFixed(2)} × of at least ${SHARE} ×: masking against JSON.stringify`,
        isMet: gate / bare >= SHARE,
      },
      { label: "no value in what was masked", isMet: !leaked },
    ],
  };
}
