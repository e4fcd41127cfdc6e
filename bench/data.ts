// Data rights and integrations at size: an erasure, webhooks, masking, a neighbor that masks much, analytics.
//   npm run bench:data [-- --only=erasure,webhooks,masking,neighbor,analytics --turns 100000 --contacts 12
//     --deliveries 20000 --seconds 8 --calls 1000000 --profile]
// Prints a table, and ends with 1 where a figure is missed. docs/performance.md tells how to read it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { bundle } from "../scripts/build.mjs";
import type { Process } from "./data/processes";
import type { Findings } from "./data/samples";
import { openEmptyDatabase, prepareDatabase } from "./empty-database";

const PARTS = ["erasure", "webhooks", "masking", "neighbor", "analytics"] as const;
const { values } = parseArgs({
  options: {
    only: { type: "string", default: PARTS.join(",") },
    turns: { type: "string", default: "100000" },
    contacts: { type: "string", default: "12" },
    deliveries: { type: "string", default: "20000" },
    seconds: { type: "string", default: "8" },
    calls: { type: "string", default: "1000000" },
    profile: { type: "boolean", default: false },
  },
});
const parts = PARTS.filter((part) => values.only.split(",").includes(part));
if (parts.length === 0) throw new Error(`Choose from ${PARTS.join(", ")}.`);

/** Requests a second beside an erasure: what a busy workspace asks for. */
const REQUESTS_PER_S = 100;
/** Each sends 100 requests, and rests. */
const KEYS = 150;
/** Calls whose end is told to webhooks. */
const TOLD = 50;
/** Of an ordinary call. */
const TOLD_TURNS = 20;

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, ".data", "bench");
const say = (line: string) => process.stderr.write(`${line}\n`);

/** As it was before the parts' own settings. */
const SURROUNDING = { ...process.env };
const started: { stop(): Promise<unknown> }[] = [];

async function withDatabase(): Promise<Findings[]> {
  const database = await openEmptyDatabase("data");
  const { folder } = database;
  started.push({ stop: async () => rmSync(folder, { recursive: true, force: true }) }, database);
  const adminUrl = database.superuserUrl;
  process.env.TOOL_ALLOWED_HOSTS = "127.0.0.1";
  const { closePool } = await import("@/lib/platform/db");
  const { createKey } = await import("@/lib/identity/keys");
  const { makeBench } = await import("./campaign/seed");
  const { freePort } = await import("@/test/fixtures/free-port");
  const { startProcess } = await import("./data/processes");
  const { openLoad } = await import("./data/load");
  const { seedSealed } = await import("./seed-sealed");
  const { measureErasure, seedContacts } = await import("./data/erasure");
  const { makeAttacker } = await import("./data/attacker");
  const { measureNeighbor } = await import("./data/neighbor");
  const { measureWebhooks } = await import("./data/webhooks");

  await prepareDatabase(database);
  await bundle({
    server: "bin/server.ts",
    worker: "bin/worker.ts",
    "mask-thread": "lib/masking/work/mask-thread.ts",
    "bench-data-receiver": "bench/data/receiver.ts",
  });
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  started.push({ stop: () => admin.end() }, { stop: closePool });
  const { ctx, agentId } = await makeBench();
  const profiles = values.profile ? join(OUT, "profiles") : null;
  const worker: Process = await startProcess("worker", {}, profiles);
  started.push(worker);
  const findings: Findings[] = [];

  if (parts.includes("erasure")) {
    const turns = Number(values.turns);
    say(`Seeding ${values.contacts} contacts with ${turns} turns each`);
    const contacts = await seedContacts(ctx, admin, agentId, {
      contacts: Number(values.contacts),
      turns,
      say,
    });
    const keys: string[] = [];
    for (let n = 0; n < KEYS; n++) {
      const { secret } = await createKey(ctx, { name: `Client ${n}`, role: "admin", environment: "live" });
      keys.push(secret ?? "");
    }
    const otherConversations = await seedSealed(ctx, agentId, TOLD);
    const port = String(await freePort());
    const server = await startProcess("server", { PORT: port, HOST: "127.0.0.1" }, profiles);
    started.push(server);
    const origin = `http://127.0.0.1:${port}`;
    const paths = [
      `/v1/agents/${agentId}`,
      "/v1/calls?limit=20",
      ...otherConversations.map((id) => `/v1/calls/${id}`),
    ];
    const [key = "", ...otherKeys] = keys;
    const load = openLoad(origin, { keys: otherKeys, paths, perS: REQUESTS_PER_S });
    say("Erasing");
    findings.push(await measureErasure({ admin, origin, key, contacts, load, worker, turns }));
    await load.close();
    await server.stop();
  }
  if (parts.includes("neighbor")) {
    const keys: string[] = [];
    for (let n = 0; n < KEYS; n++) {
      const { secret } = await createKey(ctx, { name: `User ${n}`, role: "admin", environment: "live" });
      keys.push(secret ?? "");
    }
    const calls = await seedSealed(ctx, agentId, TOLD, TOLD_TURNS);
    const port = String(await freePort());
    const server = await startProcess("server", { PORT: port, HOST: "127.0.0.1" }, profiles);
    started.push(server);
    const origin = `http://127.0.0.1:${port}`;
    const paths = [
      `/v1/agents/${agentId}`,
      "/v1/calls?limit=20",
      "/healthz",
      ...calls.map((id) => `/v1/calls/${id}`),
    ];
    const load = openLoad(origin, { keys, paths, perS: REQUESTS_PER_S });
    say("Masking hostile conversations of another workspace");
    findings.push(await measureNeighbor(await makeAttacker(origin), load));
    await load.close();
    await server.stop();
  }
  if (parts.includes("webhooks")) {
    const calls = await seedSealed(ctx, agentId, TOLD, TOLD_TURNS);
    say("Sending to webhooks");
    const [deliveries, seconds] = [Number(values.deliveries), Number(values.seconds)];
    findings.push(
      await measureWebhooks({ ctx, admin, worker, postgres: database.pid ?? 0, calls, deliveries, seconds }),
    );
  }
  return findings;
}

/** A separate bench with its own database. It prints its figures and checks their bounds. */
async function measureAnalytics(): Promise<boolean> {
  for (const resource of started.splice(0).reverse()) await resource.stop();
  const tsx = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
  const args = [tsx, join("bench", "data", "analytics.ts"), "--large", values.calls];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: SURROUNDING, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

async function main(): Promise<boolean> {
  const findings: Findings[] = [];
  if (["erasure", "webhooks", "neighbor"].some((part) => parts.some((candidate) => candidate === part)))
    findings.push(...(await withDatabase()));
  if (parts.includes("masking")) {
    const { measureMasking } = await import("./data/masking");
    say("Masking");
    findings.push(measureMasking());
  }
  const { machine } = await import("./report");
  const verdicts = findings.flatMap((finding) => finding.verdicts);
  const text = [
    machine(),
    "",
    "| | |",
    "|---|---:|",
    ...findings.flatMap(({ rows }) => rows.map(({ label, figure }) => `| ${label} | ${figure} |`)),
    "",
    ...verdicts.map(({ isMet, label }) => `${isMet ? "met   " : "MISSED"} ${label}`),
    "",
  ].join("\n");
  if (findings.length > 0) process.stdout.write(text);
  const fast = !parts.includes("analytics") || (await measureAnalytics());
  return fast && verdicts.every(({ isMet }) => isMet);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  for (const resource of started.splice(0).reverse())
    await resource.stop().catch((error: unknown) => say(String(error)));
}
