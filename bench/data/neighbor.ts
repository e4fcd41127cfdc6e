import { setTimeout as pause } from "node:timers/promises";
import { type Attacker, attackOnce, attackSteadily, nothingSent, type Sent } from "./attacker";
import type { Load } from "./load";
import { type Findings, median, quantile, type Row, type Verdict } from "./samples";

/** Source: the issue of the promises that hold, item 7. */
const P99_TIMES = 1.5;
const ROUNDS = 6;
const WINDOW_MS = 8_000;
/** The slowest to mask of 26 kinds of generated text: numbers that answer a question and resemble its value. */
const HOSTILE = [
  "4111 1111 1111 1117 ",
  "four thousand one hundred two hundred and ",
  "1-2-3-4-5-6-7-8-9-0-",
];
/** Nothing in it is masked, so that it costs what its requests cost. */
const HARMLESS = ["Thank you. "];

/** Activity of another workspace in a time window, and the duration of other workspaces' requests during it. */
type Arm = { name: string; sent: Sent; took: number[]; act: (sent: Sent) => Promise<unknown> };

const arm = (name: string, act: Arm["act"]): Arm => ({ name, sent: nothingSent(), took: [], act });

function rowsOf({ name, sent, took }: Arm): Row[] {
  const requests = `${sent.messages}, ${sent.reads}, ${sent.refused}`;
  const times = [median(took), quantile(took, 0.99)].map((ms) => ms.toFixed(1)).join(", ");
  return [
    {
      label: `${name}: p50, p99 and slowest ms of others (${took.length} requests)`,
      figure: `${times}, ${Math.max(...took).toFixed(0)}`,
    },
    { label: "  messages, reads, and requests of the attacker that were refused", figure: requests },
  ];
}

function compare(attack: Arm, peer: Arm): Verdict {
  const times = quantile(attack.took, 0.99) / quantile(peer.took, 0.99);
  const label = `${times.toFixed(2)} × of at most ${P99_TIMES} ×: p99 of others, ${attack.name} to ${peer.name}`;
  return { label, isMet: times <= P99_TIMES };
}

/**
 * How long other workspaces' requests take beside two attacks. The issue's attack, of one call, is compared with no
 * attack. A steady one is compared with the same requests over harmless words, as its requests alone are a load: what
 * is left is what masking costs others. All are measured in turn, so that other work of the machine meets each of them.
 */
export async function measureNeighbor(attacker: Attacker, load: Load): Promise<Findings> {
  const untilWindowEnds = (act: Arm["act"]) => (sent: Sent) => Promise.all([act(sent), pause(WINDOW_MS)]);
  const idle = arm("alone", () => pause(WINDOW_MS));
  const firstAttack = arm(
    "beside eight hostile turns and six reads",
    untilWindowEnds((sent) => attackOnce(attacker, sent, HOSTILE)),
  );
  const harmless = arm("beside steady harmless words", (sent) =>
    attackSteadily(attacker, sent, HARMLESS, WINDOW_MS),
  );
  const hostile = arm("beside steady hostile words", (sent) =>
    attackSteadily(attacker, sent, HOSTILE, WINDOW_MS),
  );
  const arms = [idle, firstAttack, harmless, hostile];
  await load.during(hostile.act(nothingSent()));
  for (let n = 0; n < ROUNDS; n++)
    for (const { act, sent, took } of arms) took.push(...(await load.during(act(sent))));
  return {
    rows: arms.flatMap(rowsOf),
    verdicts: [compare(firstAttack, idle), compare(hostile, harmless)],
  };
}
