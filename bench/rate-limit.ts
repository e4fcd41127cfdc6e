// How many decisions of the limiter one process makes, and what each costs it:
//   DATABASE_URL=… npx tsx bench/rate-limit.ts [at once] [seconds]
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { closePool } from "@/lib/platform/db";
import { LIMITS, take } from "@/lib/platform/limits";

const [atOnce = 64, seconds = 5] = process.argv.slice(2).map(Number);
/** Requests that a key sends before the next key takes its place: nearly as many as its window holds. */
const PER_KEY = 100;

type Result = { perS: number; cpuUs: number; p50Ms: number; p99Ms: number };

async function measure(keyOf: (client: number, request: number) => string): Promise<Result> {
  const ends = performance.now() + seconds * 1_000;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const waits: number[] = [];
  let decided = 0;
  const sendRequest = async (n: number) => {
    for (let i = 0; performance.now() < ends; i++) {
      const sentAt = performance.now();
      await take(keyOf(n, i), LIMITS.key);
      // A sample of the waits is enough for two percentiles, and keeps the list short.
      if (decided++ % 16 === 0) waits.push(performance.now() - sentAt);
      // Decisions from memory never wait: others would not get their turn.
      if (decided % 1_024 === 0) await pause(0);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, n) => sendRequest(n)));
  const { user, system } = process.cpuUsage(cpu);
  const tookS = (performance.now() - startedAt) / 1_000;
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  return { perS: decided / tookS, cpuUs: (user + system) / decided, p50Ms: at(0.5), p99Ms: at(0.99) };
}

const show = (label: string, { perS, cpuUs, p50Ms, p99Ms }: Result) =>
  process.stdout.write(
    `${label.padEnd(16)} ${Math.round(perS)}/s  ${cpuUs.toFixed(1)} µs CPU each  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms\n`,
  );

process.stdout.write(`${atOnce} at once, ${seconds} s each\n`);
const run = process.pid;
show("admitted", await measure((client, i) => `bench:${run}:${client}:${Math.floor(i / PER_KEY)}`));
show("refused", await measure((client) => `bench:${run}:full:${client % 8}`));
await closePool();
