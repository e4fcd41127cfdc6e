import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { openDesk, VARIABLES, variable } from "@/lib/calls/calls/testing/desk";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { eraseContactData, runErasure } from "@/lib/data/erasure";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { startCall } from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";
import { db, json, record } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Storage } from "@/lib/platform/storage";
import { fileStorage } from "@/lib/platform/storage/files";
import { createExport, readExport, readExportFile, requestAccess, runExport, sweepExports } from "./index";
import { CreateExport, Export } from "./schema";

const SECRET = "4415 2290";
const DAY_S = 86_400;
/** Each page of a list is a part then. */
const SMALL = 1_000;
type Desk = Awaited<ReturnType<typeof openDesk>>;

let desk: Desk;
let owner: Ctx;
let agentId: string;
let callId: string;
let root: string;
let store: Storage;

beforeAll(async () => {
  desk = await openDesk();
  owner = desk.space.ctx("owner");
  agentId = await desk.agent({ variables: VARIABLES });
  callId = (await desk.start(agentId)).id;
  await desk.say(callId, SECRET);
  await desk.end(callId);
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "exports-"));
  store = fileStorage(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const noCarrier = (): never => {
  throw new Error("No carrier is asked.");
};
const ask = (given: object, as: Ctx = owner) => createExport(as, CreateExport.parse(given));
async function textOf(id: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await readExportFile(owner, id, store)).read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
async function written(given: object): Promise<{ id: string; text: string }> {
  const { id } = await ask(given);
  await runExport(owner, id, store);
  return { id, text: await textOf(id) };
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

describe("a file", () => {
  test.each(["csv", "jsonl"])(
    "of calls as %s says what the API says, and nothing that is masked",
    async (format) => {
      const { text, id } = await written({ resource: "calls", format });
      expect(text).toContain(callId);
      expect(text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
      if (format === "jsonl") {
        const lines = text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line));
        expect(lines).toContainEqual(JSON.parse(JSON.stringify(await desk.read(callId))));
      } else expect(cells(text).find((row) => row.id === callId)).toMatchObject({ channel: "chat" });
      expect(Export.parse(await readExport(owner, id))).toMatchObject({
        status: "completed",
        rows: 1,
        total: 1,
        bytes: Buffer.byteLength(text),
      });
    },
  );

  test("of one contact holds what there is of them, and nothing of others or that is masked", async () => {
    const given = { phone: "+12125550177", name: "Nora Nobody" };
    const nora = await createContact(owner, CreateContact.parse(given));
    const talk = CreateCall.parse({ agent_id: agentId, channel: "chat", contact_id: nora.id });
    const theirs = (await startCall(owner, talk, noCarrier)).id;
    await desk.say(theirs, SECRET);
    await desk.end(theirs);
    const { id } = await requestAccess(owner, "+12125550177");
    await runExport(owner, id, store);
    const text = await textOf(id);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ kind: "contact", id: nora.id, ...given });
    expect(lines.filter(({ kind }) => kind === "call").map((call) => call.id)).toEqual([theirs]);
    expect(text).not.toContain(callId);
    expect(text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
    expect((await refusal(requestAccess(owner, "+12125550178")))?.code).toBe("not_found");
  });

  test("of variables tells which are masked", async () => {
    const { text } = await written({ resource: "variables", format: "csv" });
    expect(cells(text).filter((row) => row.call_id === callId)).toContainEqual(
      expect.objectContaining({ name: "account_number", value: "", masked: "true" }),
    );
  });

  test("of contacts is harmless in a table calculator", async () => {
    const contact = { phone: "+12125550142", name: "=HYPERLINK(0)", consents: [] };
    await createContact(owner, CreateContact.parse(contact));
    const { text } = await written({ resource: "contacts", format: "csv" });
    expect(cells(text)).toContainEqual(
      expect.objectContaining({ phone: "'+12125550142", name: "'=HYPERLINK(0)" }),
    );
  });

  test("of the audit log is asked for, written and fetched on the record, with filter and rows", async () => {
    const { id } = await written({
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

  test("lies sealed in storage, and is gone when its time is over", async () => {
    const { id } = await written({ resource: "calls", format: "jsonl" });
    const stored = await files();
    expect(stored.length).toBeGreaterThan(0);
    desk.wait(3 * DAY_S);
    expect((await refusal(readExportFile(owner, id, store)))?.code).toBe("invalid_state");
    await sweepExports(owner, store);
    expect(await files()).toEqual([]);
    expect(await readExport(owner, id)).toMatchObject({ status: "expired" });
    expect(
      await owner.db.all(db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", id)),
    ).toEqual([]);
  });

  test("goes on behind the last part that was noted, with a header once, where a worker is lost", async () => {
    for (let n = 0; n < 250; n++)
      await createContact(owner, CreateContact.parse({ phone: `+1212${2_000_000 + n}`, name: `N ${n}` }));
    const { id } = await ask({ resource: "contacts", format: "csv" });
    // Each part is stored, and after the first the storage is lost.
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

  test("of one contact holds what campaigns were given of them, masked as in calls", async () => {
    const given = {
      account_number: SECRET,
      day: "2026-11-24",
      room: `the blue one, for ${SECRET}`,
      of_no_agent: "whatever",
    };
    const campaignAgent = await desk.agent({ variables: [...VARIABLES, variable("room")] });
    const contacts = [{ phone: "+12125550179", name: "Nina Nobody", variables: given }];
    const campaign = { name: "Spring", agent_id: campaignAgent, contacts };
    await createCampaign(owner, CreateCampaign.parse(campaign));
    const { id } = await requestAccess(owner, "+12125550179");
    await runExport(owner, id, store);
    const text = await textOf(id);
    expect(text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
    const [line] = text
      .trimEnd()
      .split("\n")
      .map((one) => JSON.parse(one))
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
    // Marked later, the file that shows the room goes, and the next one masks it.
    desk.wait(1);
    const marked = [...VARIABLES, variable("room", { sensitive: true })];
    await updateAgent(owner, campaignAgent, UpdateAgent.parse({ variables: marked }));
    expect(await readExport(owner, id)).toMatchObject({ status: "withdrawn" });
    expect((await refusal(readExportFile(owner, id, store)))?.code).toBe("invalid_state");
    expect(
      await owner.db.all(db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", id)),
    ).toEqual([]);
    const again = await requestAccess(owner, "+12125550179");
    await runExport(owner, again.id, store);
    expect(await textOf(again.id)).not.toContain("blue");
  });

  test("of one contact is asked for on the record, and goes with its key when they are erased", async () => {
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
  ])("is refused for %j, as filters lie in clear", async (given, pointer) => {
    const refused = await refusal(ask({ format: "csv", ...given }));
    expect([refused?.code, refused?.details?.[0]?.pointer]).toEqual(["validation_error", pointer]);
  });

  test("belongs to its environment", async () => {
    const { id } = await ask({ resource: "calls", format: "csv" });
    expect((await refusal(readExport(desk.space.ctx("owner", "test"), id)))?.code).toBe("not_found");
    await runExport(owner, id, store);
  });

  test("is withdrawn with its key as soon as somebody is erased", async () => {
    const { id } = await written({ resource: "calls", format: "csv" });
    const now = desk.now();
    const deletion = newId("del");
    const row = {
      id: deletion,
      workspace_id: owner.workspaceId,
      environment: "live",
      requested_by: "a test",
    };
    await record(owner, {
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
