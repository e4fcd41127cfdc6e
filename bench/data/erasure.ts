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

/** What is to be reached. Source: the issue of the data rights. */
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
  const began = performance.now();
  const made: Contact[] = [];
  for (let n = 0; n < contacts; n++) {
    const phone = `+1212${5_550_100 + n}`;
    const { id } = await createContact(ctx, CreateContact.parse({ phone, name: `Nora Nobody ${n}` }));
    const calls = await seedSealed(ctx, agentId, Math.ceil(turns / TURNS));
    await admin.query(
      `update calls set contact_id = c.id, contact_hash = c.number_hash from contacts c
       where c.id = $1 and calls.id = any($2)`,
      [id, calls],
    );
    made.push({ id, phone });
    say(`  ${n + 1} of ${contacts} after ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  await admin.query("vacuum analyze");
  return made;
}

type Erased = { removedMs: number; completedMs: number };
type Stand = { removed: boolean; completed: boolean; removed_json: { transcripts: number } };

/** Asks for an erasure as an admin does; `removed` resolves as soon as everything is gone, `completed` with the receipt. */
function erase(admin: pg.Client, origin: string, key: string, contact: Contact) {
  const began = performance.now();
  const asked = fetch(`${origin}/v1/contacts/${contact.id}/data`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}` },
  }).then(async (answer) => {
    if (answer.status !== 202) throw new Error(`${answer.status} for the erasure`);
    return ((await answer.json()) as { id: string }).id;
  });
  const until = async (what: "removed" | "completed") => {
    const id = await asked;
    for (;;) {
      const { rows } = await admin.query<Stand>(
        `select removed_at is not null as removed, completed_at is not null as completed, removed as removed_json
         from deletions where id = $1`,
        [id],
      );
      if (rows[0]?.[what] === true) return { ms: performance.now() - began, removed: rows[0].removed_json };
      await pause(LOOK_MS);
    }
  };
  return { removed: until("removed"), completed: () => until("completed") };
}

type Given = {
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
}: Given): Promise<Findings> {
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
        what: `Erasure of a contact with ${turns.toLocaleString("en")} turns: gone after, ms, median and slowest of ${contacts.length}`,
        figure: `${Math.round(median(took.map(({ removedMs }) => removedMs)))}, ${Math.round(slowest)}`,
      },
      { what: "  looked at again and receipt signed after, ms", figure: String(Math.round(median(done))) },
      { what: "  CPU of the worker for one, ms", figure: String(Math.round(cpuMs / contacts.length)) },
      {
        what: `  API beside it, p50 and p99 ms (${beside.length} requests)`,
        figure: `${median(beside).toFixed(1)}, ${p99Beside.toFixed(1)}`,
      },
      {
        what: `  API alone, p50 and p99 ms (${alone.length} requests)`,
        figure: `${median(alone).toFixed(1)}, ${p99Alone.toFixed(1)}`,
      },
    ],
    verdicts: [
      { what: `a contact's data is gone within ${WITHIN_MS / 1_000} s`, met: slowest <= WITHIN_MS },
      {
        what: `${times.toFixed(2)} × of at most ${P99_TIMES} ×: p99 of the API beside an erasure`,
        met: times <= P99_TIMES,
      },
      {
        what: "every transcript was counted in a receipt",
        met: transcripts === contacts.length * Math.ceil(turns / TURNS),
      },
    ],
  };
}
