import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createCallFixture, VARIABLES, variable } from "@/lib/calls/calls/testing/call-fixture";
import { createComment } from "@/lib/calls/comments";
import { CreateComment } from "@/lib/calls/comments/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { eraseContactData, runErasure } from "@/lib/data/erasure";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { startCall } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db, directUrl, json, writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Storage } from "@/lib/platform/storage";
import { fileStorage } from "@/lib/platform/storage/files";
import { createExport, readExport, readExportFile, requestAccess, runExport, sweepExports } from "./index";
import { CreateExport, Export } from "./schema";

const SECRET = "4415 2290";
const DAY_S = 86_400;
/** Makes each page of a list a part. */
const SMALL = 1_000;
type Fixture = Awaited<ReturnType<typeof createCallFixture>>;

let fixture: Fixture;
let owner: Ctx;
let agentId: string;
let callId: string;
let root: string;
let store: Storage;

beforeAll(async () => {
  fixture = await createCallFixture();
  owner = fixture.space.ctx("owner");
  agentId = await fixture.agent({ variables: VARIABLES });
  callId = (await fixture.startCall(agentId)).id;
  await fixture.say(callId, SECRET);
  await fixture.end(callId);
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "exports-"));
  store = fileStorage(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const noCarrier = (): never => {
  throw new Error("No carrier is asked.");
};
const ask = (input: object, as: Ctx = owner) => createExport(as, CreateExport.parse(input));
async function textOf(id: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await readExportFile(owner, id, store)).read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
async function writeExport(input: object): Promise<{ id: string; text: string }> {
  const { id } = await ask(input);
  await runExport(owner, id, store);
  return { id, text: await textOf(id) };
}
/** The times at which the queue runs the export's job. */
async function scheduledRuns(id: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: directUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where key = $1 and locked_at is null",
      [`export:${id}`],
    );
    return rows.map(({ run_at }) => new Date(run_at).toISOString());
  } finally {
    await client.end();
  }
}
const cells = (text: string) =>
  parse(text, { columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test("accepts five simultaneous requests, and refuses the further ones until one has ended", async () => {
  const { space } = await createCallFixture();
  const requests = Array.from({ length: 12 }, () =>
    ask({ resource: "calls", format: "csv" }, space.ctx("owner")).catch((error: unknown) => error),
  );
  const results = await Promise.all(requests);
  const refused = results.filter((result) => result instanceof AppError);
  expect(refused.map(({ code }) => code)).toEqual(Array(7).fill("conflict"));
  expect(results.filter((result) => !(result instanceof Error))).toHaveLength(5);
});

describe("a file", () => {
  test.each(["csv", "jsonl"])(
    "of calls as %s says what the API says, and nothing that is masked",
    async (format) => {
      const { text, id } = await writeExport({ resource: "calls", format });
      expect(text).toContain(callId);
      expect(text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
      if (format === "jsonl") {
        const lines = text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line));
        expect(lines).toContainEqual(JSON.parse(JSON.stringify(await fixture.read(callId))));
      } else expect(cells(text).find((row) => row.id === callId)).toMatchObject({ channel: "chat" });
      expect(Export.parse(await readExport(owner, id))).toMatchObject({
        status: "completed",
        rows: 1,
        total: 1,
        bytes: Buffer.byteLength(text),
      });
    },
  );

  test("of one contact has all their data, and nothing of others or masked", async () => {
    const input = { phone: "+12125550177", name: "Nora Nobody" };
    const nora = await createContact(owner, CreateContact.parse(input));
    const talk = CreateCall.parse({ agent_id: agentId, channel: "chat", contact_id: nora.id });
    const otherCallId = (await startCall(owner, talk, noCarrier)).id;
    await fixture.say(otherCallId, SECRET);
    await fixture.end(otherCallId);
    for (const call of [callId, otherCallId])
      await createComment(owner, call, CreateComment.parse({ text: `${call} said ${SECRET}.` }));
    const { id } = await requestAccess(owner, "+12125550177");
    await runExport(owner, id, store);
    const text = await textOf(id);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ kind: "contact", id: nora.id, ...input });
    expect(lines.filter(({ kind }) => kind === "call").map((call) => call.id)).toEqual([otherCallId]);
    expect(lines.filter(({ kind }) => kind === "comment")).toMatchObject([
      { call_id: otherCallId, text: `${otherCallId} said [account_number].`, author: { type: "member" } },
    ]);
    expect(text).not.toContain(callId);
    expect(text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
    expect((await refusal(requestAccess(owner, "+12125550178")))?.code).toBe("not_found");
  });

  test("of variables says which are masked", async () => {
    const { text } = await writeExport({ resource: "variables", format: "csv" });
    expect(cells(text).filter((row) => row.call_id === callId)).toContainEqual(
      expect.objectContaining({ name: "account_number", value: "", masked: "true" }),
    );
  });

  test("of contacts cannot inject spreadsheet formulas", async () => {
    const contact = { phone: "+12125550142", name: "=HYPERLINK(0)", consents: [] };
    await createContact(owner, CreateContact.parse(contact));
    const { text } = await writeExport({ resource: "contacts", format: "csv" });
    expect(cells(text)).toContainEqual(
      expect.objectContaining({ phone: "'+12125550142", name: "'=HYPERLINK(0)" }),
    );
  });

  test("of the audit log is requested, written and downloaded on the record, with filters and row count", async () => {
    const { id } = await writeExport({
      resource: "audit",
      format: "jsonl",
      filters: { action: "agent.created" },
    });
    const audited = await owner.db.all(
      db.selectFrom("audit_events").select(["action", "after"]).where("target", "=", id).orderBy("seq"),
    );
    expect(audited).toMatchObject([
      { action: "export.created", after: { resource: "audit", filters: { action: "agent.created" } } },
      { action: "export.completed", after: { rows: 1, filters: { action: "agent.created" } } },
      { action: "export.downloaded", after: { rows: 1 } },
    ]);
  });

  test("is sealed in the storage, and deleted after its expiry", async () => {
    const { id } = await writeExport({ resource: "calls", format: "jsonl" });
    const stored = await files();
    expect(stored.length).toBeGreaterThan(0);
    fixture.advanceClock(3 * DAY_S);
    expect((await refusal(readExportFile(owner, id, store)))?.code).toBe("invalid_state");
    await sweepExports(owner, store);
    expect(await files()).toEqual([]);
    expect(await readExport(owner, id)).toMatchObject({ status: "expired" });
    expect(
      await owner.db.all(db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", id)),
    ).toEqual([]);
  });

  test("resumes after the last stored part, with one header, after a worker is lost", async () => {
    for (let n = 0; n < 250; n++)
      await createContact(owner, CreateContact.parse({ phone: `+1212${2_000_000 + n}`, name: `N ${n}` }));
    const { id } = await ask({ resource: "contacts", format: "csv" });
    // Each part is stored; after the first one the storage fails.
    let puts = 0;
    const failing: Storage = {
      ...store,
      put: async (name, bytes) => {
        if (++puts > 1) throw new Error("The worker is lost.");
        await store.put(name, bytes);
      },
    };
    await expect(runExport(owner, id, failing, SMALL)).rejects.toThrow("The worker is lost.");
    await runExport(owner, id, store, SMALL);
    expect((await files()).length).toBeGreaterThan(2);
    const rows = cells(await textOf(id));
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.length).toBe((await readExport(owner, id)).total);
  });

  test("of one contact has their campaign variables, masked as in calls", async () => {
    const input = {
      account_number: SECRET,
      day: "2026-11-24",
      room: `the blue one, for ${SECRET}`,
      of_no_agent: "whatever",
    };
    const campaignAgent = await fixture.agent({ variables: [...VARIABLES, variable("room")] });
    const contacts = [{ phone: "+12125550179", name: "Nina Nobody", variables: input }];
    const campaign = { name: "Spring", agent_id: campaignAgent, contacts };
    await createCampaign(owner, CreateCampaign.parse(campaign));
    const { id } = await requestAccess(owner, "+12125550179");
    await runExport(owner, id, store);
    const text = await textOf(id);
    expect(text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
    const [line] = text
      .trimEnd()
      .split("\n")
      .map((content) => JSON.parse(content))
      .filter(({ kind }) => kind === "campaign");
    expect(line).toMatchObject({
      name: "Spring",
      variables: {
        account_number: { masked: true },
        day: "2026-11-24",
        room: "the blue one, for [account_number]",
        of_no_agent: { masked: true },
      },
    });
    // Marking a variable later withdraws a file that shows it, and the next one masks it.
    fixture.advanceClock(1);
    const marked = [...VARIABLES, variable("room", { sensitive: true })];
    await updateAgent(owner, campaignAgent, UpdateAgent.parse({ variables: marked }));
    expect(await readExport(owner, id)).toMatchObject({ status: "withdrawn" });
    expect((await refusal(readExportFile(owner, id, store)))?.code).toBe("invalid_state");
    expect(
      await owner.db.all(db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", id)),
    ).toEqual([]);
    const repeated = await requestAccess(owner, "+12125550179");
    await runExport(owner, repeated.id, store);
    expect(await textOf(repeated.id)).not.toContain("blue");
  });

  test("of one contact is requested on the record, and its key is destroyed when they are erased", async () => {
    const { id: contact } = await createContact(owner, CreateContact.parse({ phone: "+12125550176" }));
    const { id } = await requestAccess(owner, contact);
    await runExport(owner, id, store);
    expect(
      await owner.db.all(
        db
          .selectFrom("audit_events")
          .select(["action", "after"])
          .where("target", "=", id)
          .where("action", "=", "export.created"),
      ),
    ).toMatchObject([{ after: { resource: "contact", format: "jsonl", filters: { contact } } }]);
    const deletion = await eraseContactData(owner, contact);
    await runErasure(owner, deletion.id);
    expect(await readExport(owner, id)).toMatchObject({ status: "withdrawn" });
    await sweepExports(owner, store);
    expect(await files()).toEqual([]);
  });
});

describe("an export", () => {
  test.each([
    [{ resource: "calls", filters: { q: "word" } }, "/filters/q"],
    [{ resource: "calls", filters: { contact: "+12125550142" } }, "/filters/contact"],
    [{ resource: "contacts", filters: { channel: "chat" } }, "/filters/channel"],
  ])("is rejected for %j, as filters are stored in clear", async (filters, pointer) => {
    const refused = await refusal(ask({ format: "csv", ...filters }));
    expect([refused?.code, refused?.details?.[0]?.pointer]).toEqual(["validation_error", pointer]);
  });

  test("belongs to its environment", async () => {
    const { id } = await ask({ resource: "calls", format: "csv" });
    expect((await refusal(readExport(fixture.space.ctx("owner", "test"), id)))?.code).toBe("not_found");
    await runExport(owner, id, store);
  });

  test("is withdrawn with its key as soon as a contact is erased", async () => {
    const { id } = await writeExport({ resource: "calls", format: "csv" });
    const now = fixture.now();
    const deletion = newId("del");
    const row = {
      id: deletion,
      workspace_id: owner.workspaceId,
      environment: "live",
      requested_by: "a test",
    };
    await writeUnaudited(owner, {
      run: [
        db.insertInto("deletions").values({
          ...row,
          contact_hash: Buffer.from("somebody"),
          requested_at: now,
          due_by: now,
          removed: json({}),
        }),
        db
          .updateTable("deletions")
          .set({ status: "running", started_at: now })
          .where("workspace_id", "=", owner.workspaceId)
          .where("id", "=", deletion),
      ],
    });
    expect(await readExport(owner, id)).toMatchObject({ status: "withdrawn" });
    expect((await refusal(readExportFile(owner, id, store)))?.code).toBe("invalid_state");
    await sweepExports(owner, store);
    expect(await files()).toEqual([]);
  });
});

test("an export whose worker was killed is written once the lease has ended, and its job waits for that", async () => {
  const { id } = await ask({ resource: "calls", format: "jsonl" });
  const leaseUntil = new Date(Date.parse(owner.now()) + 60_000).toISOString();
  await writeUnaudited(owner, {
    run: [
      db
        .updateTable("exports")
        .set({ status: "running", lease_until: leaseUntil })
        .where("workspace_id", "=", owner.workspaceId)
        .where("id", "=", id),
    ],
  });
  await runExport(owner, id, store);
  expect((await readExport(owner, id)).status).toBe("running");
  expect(await scheduledRuns(id)).toEqual([leaseUntil]);
  fixture.advanceClock(61);
  await runExport(owner, id, store);
  expect((await readExport(owner, id)).status).toBe("completed");
});
