import { setTimeout as pause } from "node:timers/promises";
import { type Attacker, attackOnce, attackSteadily, nothing, type Sent } from "./attacker";
import type { Load } from "./load";
import { type Findings, median, quantile, type Row, type Verdict } from "./samples";

/** Source: the issue of the promises that hold, item 7. */
const P99_TIMES = 1.5;
const ROUNDS = 6;
const WINDOW_MS = 8_000;
/** What took longest to mask of 26 kinds of generated text: numbers that answer a question, and read like its value. */
const HOSTILE = [
  "4111 1111 1111 1117 ",
  "four thousand one hundred two hundred and ",
  "1-2-3-4-5-6-7-8-9-0-",
];
/** Nothing in it is masked, so that it costs what its requests cost. */
const HARMLESS = ["Thank you. "];

/** What another workspace does in a window, and how long the others' requests took meanwhile. */
type Arm = { name: string; sent: Sent; took: number[]; act: (sent: Sent) => Promise<unknown> };

const arm = (name: string, act: Arm["act"]): Arm => ({ name, sent: nothing(), took: [], act });

function rowsOf({ name, sent, took }: Arm): Row[] {
  const requests = `${sent.messages}, ${sent.reads}, ${sent.refused}`;
  const times = [median(took), quantile(took, 0.99)].map((ms) => ms.toFixed(1)).join(", ");
  return [
    {
      what: `${name}: p50, p99 and slowest ms of others (${took.length} requests)`,
      figure: `${times}, ${Math.max(...took).toFixed(0)}`,
    },
    { what: "  messages, reads, and requests of the attacker that were refused", figure: requests },
  ];
}

function compare(attack: Arm, peer: Arm): Verdict {
  const times = quantile(attack.took, 0.99) / quantile(peer.took, 0.99);
  const what = `${times.toFixed(2)} × of at most ${P99_TIMES} ×: p99 of others, ${attack.name} to ${peer.name}`;
  return { what, met: times <= P99_TIMES };
}

/**
 * How long other workspaces' requests take beside two attacks. The issue's attack, of one call, is compared with no
 * attack. A steady one is compared with the same requests over harmless words, as its requests alone are a load: what
 * is left is what masking costs others. All are measured in turn, so that other work of the machine meets each of them.
 */
export async function measureNeighbor(attacker: Attacker, load: Load): Promise<Findings> {
  const within = (act: Arm["act"]) => (sent: Sent) => Promise.all([act(sent), pause(WINDOW_MS)]);
  const alone = arm("alone", () => pause(WINDOW_MS));
  const once = arm(
    "beside eight hostile turns and six reads",
    within((sent) => attackOnce(attacker, sent, HOSTILE)),
  );
  const harmless = arm("beside steady harmless words", (sent) =>
    attackSteadily(attacker, sent, HARMLESS, WINDOW_MS),
  );
  const hostile = arm("beside steady hostile words", (sent) =>
    attackSteadily(attacker, sent, HOSTILE, WINDOW_MS),
  );
  const arms = [alone, once, harmless, hostile];
  await load.during(hostile.act(nothing()));
  for (let n = 0; n < ROUNDS; n++)
    for (const { act, sent, took } of arms) took.push(...(await load.during(act(sent))));
  return {
    rows: arms.flatMap(rowsOf),
    verdicts: [compare(once, alone), compare(hostile, harmless)],
  };
}
