// Rows of a CSV file that are taken in per second, from the first octet to the commit, and the memory that it takes:
//   DATABASE_URL=… npx tsx bench/import.ts [rows]
// The database is one that is migrated (`npm start` has been run with it); a workspace of its own is made in it.
import { performance } from "node:perf_hooks";
import { foundWorkspace } from "@/lib/auth";
import { systemClock } from "@/lib/clock";
import { makeCtx, systemCtx } from "@/lib/context/make";
import { closePool } from "@/lib/db";
import { newId } from "@/lib/ids";
import { importContacts, readImport, runImport } from "@/lib/imports";
import { ImportContacts } from "@/lib/imports/schema";

const [rows = 100_000] = process.argv.slice(2).map(Number);
const ROWS_OF_A_PIECE = 500;
/** Numbers that are given out begin here; each row has the next. */
const FIRST = 12_122_000_000;

const phone = (n: number): string => `+${FIRST + n}`;

async function* file(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("phone,name,attributes.plan,attributes.city\n");
  for (let at = 0; at < rows; at += ROWS_OF_A_PIECE) {
    const lines = Array.from({ length: Math.min(ROWS_OF_A_PIECE, rows - at) }, (_, i) => {
      const n = at + i;
      return `${phone(n)},Nora Nobody ${n},gold,"New York, NY"\n`;
    });
    yield Buffer.from(lines.join(""));
  }
}

const owner = { email: `${newId("usr")}@example.test`, name: "Bench", password: newId("usr") };
const founded = await foundWorkspace({ name: "Bench", owner }, systemClock);
if (founded === null) throw new Error("No workspace was made.");
const { workspaceId, ownerId } = founded;
const ctx = makeCtx({
  workspaceId,
  environment: "test",
  actor: { type: "member", id: ownerId, role: "owner" },
  requestId: newId("req"),
  address: null,
  signal: new AbortController().signal,
});
const query = ImportContacts.parse({
  attest: "true",
  consent_source: "Bench",
  consents: "informational:call,informational:text",
});
const mib = (kib: number): string => `${Math.round(kib / 1_024)} MiB`;

const before = process.resourceUsage().maxRSS;
const began = performance.now();
const { id, bytes } = await importContacts(ctx, query, {
  mediaType: "text/csv",
  charset: null,
  octets: file(),
});
const sent = performance.now();
await runImport(systemCtx(workspaceId, "import.run"), id);
const ended = performance.now();
const done = await readImport(ctx, "contacts", id);
const perS = (ms: number): number => Math.round(rows / (ms / 1_000));
process.stdout.write(
  `${done.status}: ${done.created} contacts of ${rows} rows, ${mib(bytes / 1_024)}\n` +
    `sent ${((sent - began) / 1_000).toFixed(1)} s, taken in ${((ended - sent) / 1_000).toFixed(1)} s: ${perS(ended - began)} rows/s\n` +
    `memory: ${mib(before)} before, ${mib(process.resourceUsage().maxRSS)} at most\n`,
);
await closePool();
