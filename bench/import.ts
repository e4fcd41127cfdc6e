// Rows of a CSV file that are taken in per second, from the first byte to the commit, and the memory that it takes:
//   npx tsx bench/import.ts [rows]
// It creates and removes a separate database. It imports new contacts with two consents each, the same file again, and the
// same file into a campaign with a value for each contact.
import { rmSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { openEmptyDatabase, prepareDatabase } from "./empty-database";

const [rows = 100_000] = process.argv.slice(2).map(Number);
const ROWS_OF_A_PIECE = 500;
/** Numbers that are given out begin here; each row has the next. */
const FIRST = 12_122_000_000;
/** Between two looks at the memory. */
const LOOK_MS = 50;

const database = await openEmptyDatabase("import");
const { folder } = database;

async function* file(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("phone,name,attributes.plan,attributes.city,variables.day\n");
  for (let at = 0; at < rows; at += ROWS_OF_A_PIECE) {
    const lines = Array.from({ length: Math.min(ROWS_OF_A_PIECE, rows - at) }, (_, i) => {
      const n = at + i;
      return `+${FIRST + n},Nora Nobody ${n},gold,"New York, NY",2026-12-01\n`;
    });
    yield Buffer.from(lines.join(""));
  }
}

const mib = (bytes: number): number => Math.round(bytes / 1_024 / 1_024);
const perS = (ms: number): string => `${Math.round(rows / (ms / 1_000)).toLocaleString("en")} rows/s`;

/** The most memory that the process had while something was done. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; peakBytes: number }> {
  let peakBytes = 0;
  const look = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    return { result: await work(), peakBytes };
  } finally {
    clearInterval(timer);
  }
}

async function main(): Promise<void> {
  const { closePool } = await import("@/lib/platform/db");
  const { makeBench, newCampaign } = await import("./campaign/seed");
  const { systemCtx } = await import("@/lib/platform/context/make");
  const { importContacts, readImport, runImport } = await import("@/lib/outreach/imports");
  const { ImportContacts } = await import("@/lib/outreach/imports/schema");

  await prepareDatabase(database);
  const { ctx, agentId } = await makeBench();
  const query = {
    attest: "true",
    consent_source: "Bench",
    consents: "informational:call,informational:text",
  };
  const take = async (label: string, more: object) => {
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    const content = file();
    const sent = { mediaType: "text/csv", charset: null, content };
    const { id, bytes } = await importContacts(ctx, ImportContacts.parse({ ...query, ...more }), sent);
    const stored = performance.now();
    const work = () => runImport(systemCtx(ctx.workspaceId, "import.run"), id);
    const { peakBytes } = await watched(work);
    const ended = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    const done = await readImport(ctx, "contacts", id);
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    process.stdout.write(
      `${label}: ${done.status}, ${done.created} new and ${done.updated} known of ${rows} rows, ${mib(bytes)} MiB: ` +
        `sent in ${seconds(stored - startedAt)}, taken in in ${seconds(ended - stored)}, ${perS(ended - startedAt)}; ` +
        `${Math.round((user + system) / rows)} µs of CPU a row beside PostgreSQL's; at most ${mib(peakBytes)} MiB\n`,
    );
  };
  process.stdout.write(`${mib(process.memoryUsage.rss())} MiB before\n`);
  await take("New contacts", {});
  await take("The same again", {});
  await take("Into a campaign", { campaign_id: await newCampaign(ctx, agentId, 1) });
  process.stdout.write(`peak of the process: ${mib(process.resourceUsage().maxRSS * 1_024)} MiB\n`);
  await closePool();
}

try {
  await main();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
