// Overload: what a message costs, beside Fastify and pg writing the same rows, and what a server answers at its capacity and at
// five times as many requests.
//   npm run bench:overload [-- --seconds 15 --times 5]
// Prints a table, and ends with 1 if an answer is neither a success nor a refusal, if no request of a kind was accepted, or if
// the p99 of accepted requests of a kind is more than three times that at capacity.
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "@/test/fixtures/free-port";
import { bundle } from "../scripts/build.mjs";
import { cpuUs } from "./cpu";
import { databaseEnv, openEmptyDatabase, prepareDatabase } from "./empty-database";
import { ask, closeClient } from "./overload/client";
import {
  closedLoop,
  createSender,
  KINDS,
  type Kind,
  type Observed,
  openLoop,
  type Target,
} from "./overload/load";
import { measureMessages, startConversations } from "./overload/message-cost";
import { startBuilt, startNode } from "./processes";
import { percentile } from "./voice/measure";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "15" }, times: { type: "string", default: "5" } },
});
const seconds = Number(values.seconds);
const times = Number(values.times);

/** The accepted requests' p99 under overload is at most this many times that at capacity. */
const MOST_TIMES = 3;
/** A burst may wait for the first seconds (lib/platform/overload); the bound is for the time after. */
const SETTLE_S = 3;
/** As many as the pool of a server has connections. */
const CLIENTS = 10;
const CONVERSATIONS = 300;
const KEYS = 400;
/** The status of a message to a conversation that its agent has ended. */
const ENDED = 409;

const say = (line: string) => process.stderr.write(`${line}\n`);
const database = await openEmptyDatabase("overload");
const { folder } = database;

function summarize(observed: readonly Observed[], kind: Kind) {
  const ofKind = observed.filter((entry) => entry.kind === kind);
  const accepted = ofKind.filter(({ status }) => status >= 200 && status < 300);
  const times = accepted.map(({ ms }) => ms);
  const refused = ofKind.filter(({ status }) => status === 503).length;
  return {
    accepted: accepted.length,
    refused,
    failed:
      ofKind.length - accepted.length - refused - ofKind.filter(({ status }) => status === ENDED).length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

const describeFirst = (observed: readonly Observed[]): string =>
  (Object.keys(KINDS) as Kind[])
    .map((kind) => {
      const { accepted, refused, p50, p99 } = summarize(observed, kind);
      return `${kind} ${accepted} accepted (p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms), ${refused} refused`;
    })
    .join("; ");

/** The cost of a message to the product and to its floor, each with separate conversations after a first round that warms up. */
async function compareMessages(target: Target, pid: number): Promise<string> {
  const port = String(await freePort());
  const floor = await startNode("dist/bench-message-floor.js", {
    ADMIN_URL: database.superuserUrl,
    PORT: port,
  });
  try {
    const sides = [
      { origin: target.origin, pid },
      { origin: `http://127.0.0.1:${port}`, pid: floor.pid },
    ];
    const costs = [];
    for (const side of sides) {
      await measureMessages(side, await startConversations(target));
      costs.push(await measureMessages(side, await startConversations(target)));
    }
    const [product, bare] = costs;
    if (product === undefined || bare === undefined) throw new Error("No message was measured.");
    return `A message: ${product.cpuMs.toFixed(1)} ms of CPU (${product.perS.toFixed(0)} a second), Fastify and pg with the same rows ${bare.cpuMs.toFixed(2)} ms (${bare.perS.toFixed(0)} a second): ${(product.cpuMs / bare.cpuMs).toFixed(1)} ×.`;
  } finally {
    await floor.stop();
  }
}

async function main(): Promise<boolean> {
  const { makeBench } = await import("./campaign/seed");
  const { createKey } = await import("@/lib/identity/keys");
  const { closePool } = await import("@/lib/platform/db");
  await prepareDatabase(database);
  const { ctx, agentId } = await makeBench();
  const keys: string[] = [];
  for (let n = 0; n < KEYS; n++) {
    const { secret } = await createKey(ctx, { name: `Key ${n}`, role: "admin", environment: "live" });
    if (secret !== undefined) keys.push(secret);
  }
  await closePool();

  await bundle({ server: "bin/server.ts", "bench-message-floor": "bench/overload/floor.ts" });
  const port = String(await freePort());
  const server = await startBuilt([], { ...databaseEnv(database), PORT: port });
  try {
    const target: Target = { origin: `http://127.0.0.1:${port}`, agentId, keys };
    const free = await startConversations(target, CONVERSATIONS);
    say("Warming up");
    await closedLoop(createSender(target, free).send, CLIENTS, 5);
    say("Messages alone");
    const message = await compareMessages(target, server.pid);
    say("At capacity");
    const base = createSender(target, free);
    const cpuBefore = cpuUs(server.pid);
    await closedLoop(base.send, CLIENTS, seconds);
    const cpuMs = (cpuUs(server.pid) - cpuBefore) / 1_000 / base.observed.length;
    const perS = base.observed.length / seconds;
    say(`${perS.toFixed(0)} requests a second; ${times} times as many`);
    const over = createSender(target, free);
    const overMs = performance.now();
    await openLoop(over.send, perS * times, SETTLE_S + seconds);
    const isSettled = ({ sentMs }: Observed) => sentMs - overMs > SETTLE_S * 1_000;
    const [first, settled] = [
      over.observed.filter((entry) => !isSettled(entry)),
      over.observed.filter(isSettled),
    ];
    // It serves again as soon as it is not late.
    await pause(4_000);
    const after = await ask(target.origin, { method: "GET", path: "/calls?limit=20", key: keys[0] ?? "" });

    let isWithinBounds = after.status === 200;
    const lines = (Object.keys(KINDS) as Kind[]).map((kind) => {
      const [atCapacity, overloaded] = [summarize(base.observed, kind), summarize(settled, kind)];
      const ratio = overloaded.accepted === 0 ? 0 : overloaded.p99 / atCapacity.p99;
      const isServed = Math.min(atCapacity.accepted, overloaded.accepted) > 0;
      if (!isServed || ratio > MOST_TIMES || overloaded.failed + atCapacity.failed > 0)
        isWithinBounds = false;
      const { accepted, refused, failed, p50, p99 } = overloaded;
      return `| ${kind} | ${atCapacity.accepted} | ${atCapacity.p50.toFixed(0)} / ${atCapacity.p99.toFixed(0)} | ${accepted} | ${refused} | ${failed} | ${p50.toFixed(0)} / ${p99.toFixed(0)} | ${ratio.toFixed(2)} × |`;
    });
    const [acceptedBefore, acceptedAfter] = [base.observed, settled].map(
      (observed) => observed.filter(({ status }) => status >= 200 && status < 300).length / seconds,
    );
    process.stdout.write(
      [
        message,
        `${perS.toFixed(0)} requests a second at capacity, ${cpuMs.toFixed(1)} ms of the server's CPU each; ${times} × for ${seconds} s: ${acceptedAfter?.toFixed(0)} a second accepted (${acceptedBefore?.toFixed(0)} before).`,
        "| request | at capacity | p50 / p99 ms | accepted | refused | failed | p50 / p99 ms | p99 |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
        ...lines,
        `In the first ${SETTLE_S} s, while a burst may wait: ${describeFirst(first)}.`,
        "",
      ].join("\n"),
    );
    return isWithinBounds;
  } finally {
    await closeClient();
    await server.stop();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
