import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import type { Ctx } from "@/lib/platform/context";
import { TURNS } from "../fixture";
import { seedSealed } from "../seed-sealed";
import type { Load } from "./load";
import type { Process } from "./processes";
import { type Findings, median, quantile } from "./samples";

/** Bounds of this bench, from the requirements for data rights. */
const WITHIN_MS = 10_000;
const P99_TIMES = 1.5;
const QUIET_MS = 6_000;
const LOOK_MS = 25;

export type Contact = { id: string; phone: string };

/** Contacts, each with so many turns in conversations that the product itself has sealed and indexed. */
export async function seedContacts(
  ctx: Ctx,
  admin: pg.Client,
  agentId: string,
  { contacts, turns, say }: { contacts: number; turns: number; say(line: string): void },
): Promise<Contact[]> {
  const startedAt = performance.now();
  const contactRows: Contact[] = [];
  for (let n = 0; n < contacts; n++) {
    const phone = `+1212${5_550_100 + n}`;
    const { id } = await createContact(ctx, CreateContact.parse({ phone, name: `Nora Nobody ${n}` }));
    const calls = await seedSealed(ctx, agentId, Math.ceil(turns / TURNS));
    await admin.query(
      `update calls set contact_id = c.id, contact_hash = c.number_hash from contacts c
       where c.id = $1 and calls.id = any($2)`,
      [id, calls],
    );
    contactRows.push({ id, phone });
    say(`  ${n + 1} of ${contacts} after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  await admin.query("vacuum analyze");
  return contactRows;
}

type Erased = { removedMs: number; completedMs: number };
type DeletionState = { removed: boolean; completed: boolean; removed_json: { transcripts: number } };

/** Asks for an erasure as an admin does; `removed` resolves as soon as everything is gone, `completed` with the receipt. */
function erase(admin: pg.Client, origin: string, key: string, contact: Contact) {
  const startedAt = performance.now();
  const request = fetch(`${origin}/v1/contacts/${contact.id}/data`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}` },
  }).then(async (answer) => {
    if (answer.status !== 202) throw new Error(`${answer.status} for the erasure`);
    return ((await answer.json()) as { id: string }).id;
  });
  const until = async (state: "removed" | "completed") => {
    const id = await request;
    for (;;) {
      const { rows } = await admin.query<DeletionState>(
        `select removed_at is not null as removed, completed_at is not null as completed, removed as removed_json
         from deletions where id = $1`,
        [id],
      );
      if (rows[0]?.[state] === true)
        return { ms: performance.now() - startedAt, removed: rows[0].removed_json };
      await pause(LOOK_MS);
    }
  };
  return { removed: until("removed"), completed: () => until("completed") };
}

type ErasureOptions = {
  admin: pg.Client;
  origin: string;
  key: string;
  contacts: readonly Contact[];
  load: Load;
  worker: Process;
  turns: number;
};

/** Erases one contact after the other while users ask for other things, and lets those be alone in between. */
export async function measureErasure({
  admin,
  origin,
  key,
  contacts,
  load,
  worker,
  turns,
}: ErasureOptions): Promise<Findings> {
  const [alone, beside, took]: [number[], number[], Erased[]] = [[], [], []];
  let [cpuMs, transcripts] = [0, 0];
  await load.during(pause(QUIET_MS / 2));
  for (const contact of contacts) {
    alone.push(...(await load.during(pause(QUIET_MS))));
    const before = worker.cpuMs();
    const erasing = erase(admin, origin, key, contact);
    beside.push(...(await load.during(erasing.removed)));
    const { ms: removedMs } = await erasing.removed;
    cpuMs += worker.cpuMs() - before;
    const { ms: completedMs, removed } = await erasing.completed();
    transcripts += removed.transcripts;
    took.push({ removedMs, completedMs });
  }
  const [slowest, done] = [
    Math.max(...took.map(({ removedMs }) => removedMs)),
    took.map(({ completedMs }) => completedMs),
  ];
  const [p99Alone, p99Beside] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  const times = p99Beside / p99Alone;
  return {
    rows: [
      {
        label: `Erasure of a contact with ${turns.toLocaleString("en")} turns: gone after, ms, median and slowest of ${contacts.length}`,
        figure: `${Math.round(median(took.map(({ removedMs }) => removedMs)))}, ${Math.round(slowest)}`,
      },
      { label: "  looked at again and receipt signed after, ms", figure: String(Math.round(median(done))) },
      { label: "  CPU of the worker for one, ms", figure: String(Math.round(cpuMs / contacts.length)) },
      {
        label: `  API beside it, p50 and p99 ms (${beside.length} requests)`,
        figure: `${median(beside).toFixed(1)}, ${p99Beside.toFixed(1)}`,
      },
      {
        label: `  API alone, p50 and p99 ms (${alone.length} requests)`,
        figure: `${median(alone).toFixed(1)}, ${p99Alone.toFixed(1)}`,
      },
    ],
    verdicts: [
      { label: `a contact's data is gone within ${WITHIN_MS / 1_000} s`, isMet: slowest <= WITHIN_MS },
      {
        label: `${times.toFixed(2)} × of at most ${P99_TIMES} ×: p99 of the API beside an erasure`,
        isMet: times <= P99_TIMES,
      },
      {
        label: "every transcript was counted in a receipt",
        isMet: transcripts === contacts.length * Math.ceil(turns / TURNS),
      },
    ],
  };
}
