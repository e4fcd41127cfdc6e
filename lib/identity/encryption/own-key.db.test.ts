import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { setPlan } from "@/lib/identity/plans";
import { receiveHeld, receiveText } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import {
  forgetWorkspaceKeys,
  isUnlocked,
  newSubject,
  subjectSealer,
  workspaceSealer,
} from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { importKey, leaveOwnKey, makeKeyImport, readEncryption, rotateKeys, withdrawKey } from ".";
import { known } from "./testing/known";
import { give, wrapFor } from "./testing/own-key";

afterAll(closeHub);

const PLACE = { table: "calls", row: "call_1", field: "notes" };

async function enterprise(): Promise<TestWorkspace> {
  const space = await makeWorkspace();
  await setPlan(space.ctx(), "enterprise");
  return space;
}

async function subject(space: TestWorkspace, id: string): Promise<Buffer> {
  const { sealer, insert } = await newSubject(space.workspaceId, id, space.ctx().now());
  await record(space.ctx(), { run: [insert] });
  return sealer.seal(PLACE, `what ${id} said`);
}

test("a key of one's own is for the Enterprise plan", async () => {
  const space = await makeWorkspace();
  await expect(makeKeyImport(space.ctx())).rejects.toMatchObject({ code: "plan_required" });
});

test("a public key takes one key of 32 bytes, wrapped for it, once and within the hour", async () => {
  const space = await enterprise();
  const made = await makeKeyImport(space.ctx());
  const send = (material: Buffer, publicKey = made.public_key) =>
    importKey(space.ctx(), { key_import_id: made.id, wrapped_key: wrapFor(publicKey, material) });
  await expect(send(randomBytes(31))).rejects.toMatchObject({ code: "validation_error" });
  const other = await makeKeyImport(space.ctx());
  await expect(send(randomBytes(32), other.public_key)).rejects.toMatchObject({
    details: [expect.objectContaining({ code: "not_wrapped_for_it" })],
  });
  await send(randomBytes(32));
  await withdrawKey(space.ctx());
  await expect(send(randomBytes(32))).rejects.toMatchObject({
    details: [expect.objectContaining({ code: "not_usable" })],
  });
  await record(space.ctx(), {
    run: [
      db
        .updateTable("key_imports")
        .set({ expires_at: space.ctx().now() })
        .where("workspace_id", "=", space.workspaceId),
    ],
  });
  await expect(
    importKey(space.ctx(), {
      key_import_id: other.id,
      wrapped_key: wrapFor(other.public_key, randomBytes(32)),
    }),
  ).rejects.toMatchObject({ details: [expect.objectContaining({ code: "not_usable" })] });
});

/** RSA keys are made four times, beside a load. */
const SLOW_MS = 120_000;

test("withdrawn and given back while it is in use: locked to all, lost to nobody", {
  timeout: SLOW_MS,
}, async () => {
  const space = await enterprise();
  const [ask, key, cookie] = [apiOf(space), await space.key(), await space.cookie()];
  const before = await subject(space, "ctc_before");
  const material = randomBytes(32);
  const given = await give(space, material);
  expect(given).toMatchObject({
    locked: false,
    customer_key: { state: "given" },
    rotation: { reason: "customer_key" },
  });
  const during = await subject(space, "ctc_during");
  expect((await ask("GET", "/v1/contacts", { key })).status).toBe(200);

  // Load: somebody reads and writes all the time, and is refused or served, and nothing else.
  let over = false;
  const seen = new Set<number>();
  const load = Array.from({ length: 2 }, async () => {
    for (let asked = 0; asked < 200 && !over; asked++)
      seen.add((await ask("GET", "/v1/agents", { key: null, headers: { cookie } })).status);
  });
  await withdrawKey(space.ctx());
  expect(await isUnlocked(space.workspaceId)).toBe(false);
  await expect(workspaceSealer(space.workspaceId)).rejects.toMatchObject({ code: "workspace_locked" });
  await expect(subject(space, "ctc_locked")).rejects.toMatchObject({ code: "workspace_locked" });
  await expect(rotateKeys(space.ctx())).rejects.toMatchObject({ code: "workspace_locked" });
  const locked = await ask("GET", "/v1/agents", { key: null, headers: { cookie } });
  expect([locked.status, locked.json.code]).toEqual([423, "workspace_locked"]);
  const { rows } = { rows: await space.ctx().db.all(db.selectFrom("customer_keys").select("material")) };
  expect(rows).toEqual([{ material: null }]);

  // Who can unlock it gets there.
  const state = await ask("GET", "/v1/encryption", { key: null, headers: { cookie } });
  expect([state.status, state.json.locked]).toEqual([200, true]);
  expect((await ask("GET", "/v1/sessions", { key: null, headers: { cookie } })).status).toBe(200);

  await expect(give(space, randomBytes(32))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("another key"),
  });
  await give(space, material);
  over = true;
  await Promise.all(load);
  expect([...seen].filter((status) => ![200, 423, 429].includes(status))).toEqual([]);
  expect((await ask("GET", "/v1/contacts", { key })).status).toBe(200);
  for (const [id, box] of [["ctc_before", before] as const, ["ctc_during", during] as const])
    expect((await subjectSealer(space.workspaceId, id)).openText(PLACE, box)).toBe(`what ${id} said`);
  const events = await space
    .ctx()
    .db.all(db.selectFrom("audit_events").select(["action", "after"]).orderBy("seq"));
  const said = events.filter(({ action }) => action.startsWith("encryption."));
  expect(said.map(({ action }) => action)).toEqual([
    "encryption.import_prepared",
    "encryption.key_imported",
    "encryption.rotation_started",
    "encryption.key_withdrawn",
    "encryption.import_prepared",
    "encryption.import_prepared",
    "encryption.key_returned",
  ]);
  for (const form of ["hex", "base64"] as const)
    expect(JSON.stringify(events)).not.toContain(material.toString(form));
});

test("the way back to Parley's own keys is an owner's, while the key is given, and pauses nothing", {
  timeout: SLOW_MS,
}, async () => {
  const space = await enterprise();
  await expect(leaveOwnKey(space.ctx())).rejects.toMatchObject({ code: "invalid_state" });
  const material = randomBytes(32);
  const before = await subject(space, "ctc_before");
  await give(space, material);
  await known(space.workspaceId);
  const during = await subject(space, "ctc_during");
  for (const role of ["viewer", "builder", "admin"] as const)
    expect((await apiOf(space)("POST", "/v1/encryption/leave", { role })).status).toBe(403);

  await withdrawKey(space.ctx());
  await expect(leaveOwnKey(space.ctx())).rejects.toMatchObject({ code: "workspace_locked" });
  await give(space, material);

  // Somebody reads all the while, over keys that are loaded anew each time, and is never told that it is locked.
  let over = false;
  const reads = (async () => {
    for (let n = 0; !over || n === 0; n++) {
      forgetWorkspaceKeys(space.workspaceId);
      expect(await isUnlocked(space.workspaceId)).toBe(true);
    }
  })();
  expect(await leaveOwnKey(space.ctx())).toMatchObject({ locked: false, customer_key: { state: "none" } });
  over = true;
  await reads;
  const { db: read } = space.ctx();
  const rows = await read.all(
    db.selectFrom("workspace_keys").select("customer").where("purpose", "=", "data"),
  );
  expect(rows.map(({ customer }) => customer)).toEqual(rows.map(() => false));
  expect(await read.all(db.selectFrom("customer_keys").select("material"))).toEqual([]);
  for (const [id, box] of [["ctc_before", before] as const, ["ctc_during", during] as const])
    expect((await subjectSealer(space.workspaceId, id)).openText(PLACE, box)).toBe(`what ${id} said`);
  await expect(withdrawKey(space.ctx())).rejects.toMatchObject({ code: "invalid_state" });
  const events = await read.all(db.selectFrom("audit_events").select(["action", "after"]).orderBy("seq"));
  expect(events.at(-1)).toMatchObject({ action: "encryption.key_left", after: { data_keys: rows.length } });
  // And in again, by another key.
  expect(await give(space, randomBytes(32))).toMatchObject({ customer_key: { state: "given" } });
});

test("who is locked out gets in again, whatever the plan is by then", { timeout: SLOW_MS }, async () => {
  const space = await enterprise();
  const material = randomBytes(32);
  await give(space, material);
  await withdrawKey(space.ctx());
  await setPlan(space.ctx(), "standard");
  expect(await give(space, material)).toMatchObject({ locked: false });
});

test("without the customer's material the data keys open with nothing that is stored", async () => {
  const space = await enterprise();
  await give(space, randomBytes(32));
  await known(space.workspaceId);
  await record(space.ctx(), {
    run: [
      db.updateTable("workspace_keys").set({ customer: false }).where("workspace_id", "=", space.workspaceId),
    ],
  });
  await subjectSealer(space.workspaceId, "none").catch(() => undefined);
  forgetWorkspaceKeys(space.workspaceId);
  // What is inside the root key's wrapping is a box, and no key of 32 bytes.
  await expect(workspaceSealer(space.workspaceId).then((s) => s.seal(PLACE, "x"))).rejects.toThrow();
});

/** A number of the workspace's, and somebody who texts to it. */
async function texting(space: TestWorkspace) {
  const credential = { kind: "twilio", account_sid: `AC${"0".repeat(32)}`, auth_token: "0".repeat(32) };
  const carrier = await createIntegration(
    space.ctx(),
    CreateIntegration.parse({ name: "Carrier", credential }),
  );
  const to = `+1213${String(Date.now()).slice(-7).replace(/^[01]/, "2")}`;
  await createPhoneNumber(space.ctx(), CreatePhoneNumber.parse({ number: to, integration_id: carrier.id }));
  const prefix = randomBytes(4).toString("hex");
  return (ref: string, body: string, { from = "+12125550123", ctx = space.ctx() } = {}) =>
    receiveText(ctx, { carrier: "twilio", ref: prefix + ref, from, to, body, answered: false });
}

test("a STOP by text is recorded while the workspace is locked, and START lifts it again", {
  timeout: SLOW_MS,
}, async () => {
  const space = await enterprise();
  const text = await texting(space);
  await give(space, randomBytes(32));
  await withdrawKey(space.ctx());
  const suppressed = () => space.ctx().db.all(db.selectFrom("suppressions").select(["source", "channels"]));
  expect((await text("SM1", "Stop.")).reply).toContain("no more calls or texts");
  expect(await suppressed()).toEqual([{ source: "keyword", channels: ["call", "text"] }]);
  expect((await text("SM2", "START")).reply).toContain("again");
  expect(await suppressed()).toEqual([]);
  expect((await text("SM3", "Hello?")).reply).toBeNull();
  expect((await readEncryption(space.ctx())).locked).toBe(true);
});

test("any other text waits while it is locked, for a day, and is taken in as of when it came", {
  timeout: SLOW_MS,
}, async () => {
  const space = await enterprise();
  const text = await texting(space);
  const material = randomBytes(32);
  await give(space, material);
  await withdrawKey(space.ctx());
  const held = () =>
    space.ctx().db.all(db.selectFrom("deferred_texts").select(["carrier_ref", "sealed", "contact_hash"]));
  await receiveHeld(space.ctx());
  const hoursAgo = (hours: number): Ctx => {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString();
    return { ...space.ctx(), now: () => at };
  };
  await text("1", "An old one", { ctx: hoursAgo(25) });
  const came = hoursAgo(2);
  expect((await text("2", "Is it 4111 1111 1111 1111?", { ctx: came })).reply).toBeNull();
  await text("2", "The same again");
  await text("3", "Hello?", { from: "+12125550124" });
  await text("4", "STOP", { from: "+12125550124" });
  await text("5", "Not read", { from: "+12125550124" });
  expect(await held()).toHaveLength(3);
  // By which an erasure finds it.
  expect((await held()).every(({ contact_hash: hash }) => hash !== null)).toBe(true);
  expect(Buffer.concat((await held()).map(({ sealed }) => sealed)).toString("latin1")).not.toContain("Hello");
  await expect(receiveHeld(space.ctx())).rejects.toMatchObject({ code: "workspace_locked" });
  expect(await held()).toHaveLength(2);

  await give(space, material);
  await receiveHeld(space.ctx());
  await receiveHeld(space.ctx());
  expect(await held()).toEqual([]);
  const texts = await space
    .ctx()
    .db.all(db.selectFrom("texts").select(["id", "contact_id", "body", "created_at"]).orderBy("created_at"));
  const read = await Promise.all(
    texts.map(async ({ id, contact_id, body }) => {
      const sealer = await subjectSealer(space.workspaceId, contact_id);
      return body && sealer.openText({ table: "texts", row: id, field: "body" }, body);
    }),
  );
  // Who has asked to be left alone meanwhile is not read.
  expect(read).toEqual(["Is it [payment_card]?", null]);
  expect(texts[0]?.created_at).toBe(came.now());
});
