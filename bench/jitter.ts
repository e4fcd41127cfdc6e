// Packets of audio that come too late, and the delay that the buffer for reordered packets adds, with a fixed wait of 60 ms and
// with the adaptive one, on simulated networks:
//   npx tsx bench/jitter.ts [--minutes 10]
import { parseArgs } from "node:util";
import type { ReorderWait } from "@/lib/platform/rtp/reorder-wait";
import {
  createRandom,
  type Network,
  type Result,
  sendThroughNetwork,
} from "@/lib/platform/rtp/testing/network";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const PACKETS_PER_MINUTE = 3_000;
const packets = Number(values.minutes) * PACKETS_PER_MINUTE;
const FIXED: ReorderWait = { ms: 60, observeLate: () => undefined, observeOrdered: () => undefined };
const CLEAN: Network = { loss: 0, reordered: 0, detourMs: 0 };

/** Each network by the index of the packet. The last one is bad for one minute of two. */
const NETWORKS: Record<string, (index: number) => Network> = {
  clean: () => CLEAN,
  "1 % loss": () => ({ ...CLEAN, loss: 0.01 }),
  "5 % loss": () => ({ ...CLEAN, loss: 0.05 }),
  "1 % loss, 5 % up to 50 ms late": () => ({ loss: 0.01, reordered: 0.05, detourMs: 50 }),
  "1 % loss, 5 % up to 150 ms late": () => ({ loss: 0.01, reordered: 0.05, detourMs: 150 }),
  "1 % loss, 20 % up to 300 ms late": () => ({ loss: 0.01, reordered: 0.2, detourMs: 300 }),
  "alternating minutes": (index) =>
    Math.floor(index / PACKETS_PER_MINUTE) % 2 === 0
      ? { ...CLEAN, loss: 0.01 }
      : { loss: 0.01, reordered: 0.1, detourMs: 150 },
};

function summarize({ late, sent, delays }: Result): string {
  const sorted = [...delays].sort((a, b) => a - b);
  const mean = sorted.reduce((sum, delay) => sum + delay, 0) / Math.max(1, sorted.length);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return `${((late / sent) * 100).toFixed(2)} % | ${mean.toFixed(1)} ms | ${p99.toFixed(0)} ms`;
}

const lines = [
  "| network | late, fixed | mean | p99 | late, adaptive | mean | p99 |",
  "|---|---|---|---|---|---|---|",
  ...Object.entries(NETWORKS).map(([name, network]) => {
    const fixed = sendThroughNetwork(packets, network, createRandom(1), FIXED);
    const adaptive = sendThroughNetwork(packets, network, createRandom(1));
    return `| ${name} | ${summarize(fixed)} | ${summarize(adaptive)} |`;
  }),
];
process.stdout.write(`${lines.join("\n")}\n`);
