import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { setPlan } from "@/lib/identity/plans";
import { receiveDeferredTexts, receiveText } from "@/lib/outreach/texting";
import type { Ctx } from "@/lib/platform/context";
import {
  createSubjectKey,
  forgetWorkspaceKeys,
  isUnlocked,
  subjectSealer,
  workspaceSealer,
} from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import {
  createKeyImport,
  importCustomerKey,
  readEncryption,
  removeCustomerKey,
  rotateKeys,
  withdrawCustomerKey,
} from ".";
import { activateNewestKey } from "./testing/activate-newest-key";
import { giveCustomerKey, wrapMaterial } from "./testing/customer-key";

afterAll(closeHub);

const FIELD_REF = { table: "calls", row: "call_1", field: "notes" };

async function createEnterpriseWorkspace(): Promise<TestWorkspace> {
  const space = await makeWorkspace();
  await setPlan(space.ctx(), "enterprise");
  return space;
}

async function createSealedValue(space: TestWorkspace, id: string): Promise<Buffer> {
  const { sealer, insert } = await createSubjectKey(space.workspaceId, id, space.ctx().now());
  await writeUnaudited(space.ctx(), { run: [insert] });
  return sealer.seal(FIELD_REF, `what ${id} said`);
}

test("requires the Enterprise plan for a customer key", async () => {
  const space = await makeWorkspace();
  await expect(createKeyImport(space.ctx())).rejects.toMatchObject({ code: "plan_required" });
});

test("accepts one key of 32 bytes per public key, wrapped for it, once and within an hour", async () => {
  const space = await createEnterpriseWorkspace();
  const keyImport = await createKeyImport(space.ctx());
  const send = (material: Buffer, publicKey = keyImport.public_key) =>
    importCustomerKey(space.ctx(), {
      key_import_id: keyImport.id,
      wrapped_key: wrapMaterial(publicKey, material),
    });
  await expect(send(randomBytes(31))).rejects.toMatchObject({ code: "validation_error" });
  const otherImport = await createKeyImport(space.ctx());
  await expect(send(randomBytes(32), otherImport.public_key)).rejects.toMatchObject({
    details: [expect.objectContaining({ code: "not_wrapped_for_it" })],
  });
  await send(randomBytes(32));
  await withdrawCustomerKey(space.ctx());
  await expect(send(randomBytes(32))).rejects.toMatchObject({
    details: [expect.objectContaining({ code: "not_usable" })],
  });
  await writeUnaudited(space.ctx(), {
    run: [
      db
        .updateTable("key_imports")
        .set({ expires_at: space.ctx().now() })
        .where("workspace_id", "=", space.workspaceId),
    ],
  });
  await expect(
    importCustomerKey(space.ctx(), {
      key_import_id: otherImport.id,
      wrapped_key: wrapMaterial(otherImport.public_key, randomBytes(32)),
    }),
  ).rejects.toMatchObject({ details: [expect.objectContaining({ code: "not_usable" })] });
});

/** The tests generate four RSA keys under load. */
const TEST_TIMEOUT_MS = 120_000;

test("locks all requests on withdrawal under load, and loses no data when the key is restored", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const space = await createEnterpriseWorkspace();
  const [ask, key, cookie] = [apiOf(space), await space.key(), await space.cookie()];
  const before = await createSealedValue(space, "ctc_before");
  const material = randomBytes(32);
  const encryption = await giveCustomerKey(space, material);
  expect(encryption).toMatchObject({
    locked: false,
    customer_key: { state: "imported" },
    rotation: { reason: "customer_key" },
  });
  const during = await createSealedValue(space, "ctc_during");
  expect((await ask("GET", "/v1/contacts", { key })).status).toBe(200);

  // Requests under load are served or rejected, and never fail otherwise.
  let isDone = false;
  const statuses = new Set<number>();
  const load = Array.from({ length: 2 }, async () => {
    for (let count = 0; count < 200 && !isDone; count++)
      statuses.add((await ask("GET", "/v1/agents", { key: null, headers: { cookie } })).status);
  });
  await withdrawCustomerKey(space.ctx());
  expect(await isUnlocked(space.workspaceId)).toBe(false);
  await expect(workspaceSealer(space.workspaceId)).rejects.toMatchObject({ code: "workspace_locked" });
  await expect(createSealedValue(space, "ctc_locked")).rejects.toMatchObject({ code: "workspace_locked" });
  await expect(rotateKeys(space.ctx())).rejects.toMatchObject({ code: "workspace_locked" });
  const locked = await ask("GET", "/v1/agents", { key: null, headers: { cookie } });
  expect([locked.status, locked.json.code]).toEqual([423, "workspace_locked"]);
  const { rows } = { rows: await space.ctx().db.all(db.selectFrom("customer_keys").select("material")) };
  expect(rows).toEqual([{ material: null }]);

  // The routes to unlock the workspace stay available.
  const state = await ask("GET", "/v1/encryption", { key: null, headers: { cookie } });
  expect([state.status, state.json.locked]).toEqual([200, true]);
  expect((await ask("GET", "/v1/sessions", { key: null, headers: { cookie } })).status).toBe(200);

  await expect(giveCustomerKey(space, randomBytes(32))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("different key"),
  });
  await giveCustomerKey(space, material);
  isDone = true;
  await Promise.all(load);
  expect([...statuses].filter((status) => ![200, 423, 429].includes(status))).toEqual([]);
  expect((await ask("GET", "/v1/contacts", { key })).status).toBe(200);
  for (const [id, ciphertext] of [["ctc_before", before] as const, ["ctc_during", during] as const])
    expect((await subjectSealer(space.workspaceId, id)).openText(FIELD_REF, ciphertext)).toBe(
      `what ${id} said`,
    );
  const events = await space
    .ctx()
    .db.all(db.selectFrom("audit_events").select(["action", "after"]).orderBy("seq"));
  const encryptionEvents = events.filter(({ action }) => action.startsWith("encryption."));
  expect(encryptionEvents.map(({ action }) => action)).toEqual([
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

test("lets only an owner return to Parley's keys, while the key is active and without interruption", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const space = await createEnterpriseWorkspace();
  await expect(removeCustomerKey(space.ctx())).rejects.toMatchObject({ code: "invalid_state" });
  const material = randomBytes(32);
  const before = await createSealedValue(space, "ctc_before");
  await giveCustomerKey(space, material);
  await activateNewestKey(space.workspaceId);
  const during = await createSealedValue(space, "ctc_during");
  for (const role of ["viewer", "builder", "admin"] as const)
    expect((await apiOf(space)("POST", "/v1/encryption/leave", { role })).status).toBe(403);

  await withdrawCustomerKey(space.ctx());
  await expect(removeCustomerKey(space.ctx())).rejects.toMatchObject({ code: "workspace_locked" });
  await giveCustomerKey(space, material);

  // Concurrent reads reload the keys each time and never see a locked workspace.
  let isDone = false;
  const reads = (async () => {
    for (let n = 0; !isDone || n === 0; n++) {
      forgetWorkspaceKeys(space.workspaceId);
      expect(await isUnlocked(space.workspaceId)).toBe(true);
    }
  })();
  expect(await removeCustomerKey(space.ctx())).toMatchObject({
    locked: false,
    customer_key: { state: "none" },
  });
  isDone = true;
  await reads;
  const { db: read } = space.ctx();
  const rows = await read.all(
    db.selectFrom("workspace_keys").select("customer").where("purpose", "=", "data"),
  );
  expect(rows.map(({ customer }) => customer)).toEqual(rows.map(() => false));
  expect(await read.all(db.selectFrom("customer_keys").select("material"))).toEqual([]);
  for (const [id, ciphertext] of [["ctc_before", before] as const, ["ctc_during", during] as const])
    expect((await subjectSealer(space.workspaceId, id)).openText(FIELD_REF, ciphertext)).toBe(
      `what ${id} said`,
    );
  await expect(withdrawCustomerKey(space.ctx())).rejects.toMatchObject({ code: "invalid_state" });
  const events = await read.all(db.selectFrom("audit_events").select(["action", "after"]).orderBy("seq"));
  expect(events.at(-1)).toMatchObject({ action: "encryption.key_left", after: { data_keys: rows.length } });
  // A different key can be imported afterwards.
  expect(await giveCustomerKey(space, randomBytes(32))).toMatchObject({
    customer_key: { state: "imported" },
  });
});

test("unlocks a locked workspace on any plan", { timeout: TEST_TIMEOUT_MS }, async () => {
  const space = await createEnterpriseWorkspace();
  const material = randomBytes(32);
  await giveCustomerKey(space, material);
  await withdrawCustomerKey(space.ctx());
  await setPlan(space.ctx(), "standard");
  expect(await giveCustomerKey(space, material)).toMatchObject({ locked: false });
});

test("does not open data keys from stored values without the customer's key material", async () => {
  const space = await createEnterpriseWorkspace();
  await giveCustomerKey(space, randomBytes(32));
  await activateNewestKey(space.workspaceId);
  await writeUnaudited(space.ctx(), {
    run: [
      db.updateTable("workspace_keys").set({ customer: false }).where("workspace_id", "=", space.workspaceId),
    ],
  });
  await subjectSealer(space.workspaceId, "none").catch(() => undefined);
  forgetWorkspaceKeys(space.workspaceId);
  // The root key wraps a ciphertext here, not a key of 32 bytes.
  await expect(workspaceSealer(space.workspaceId).then((s) => s.seal(FIELD_REF, "x"))).rejects.toThrow();
});

/** Creates a phone number. Returns a function that sends a text to it. */
async function createTexting(space: TestWorkspace) {
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

test("records a STOP by text while the workspace is locked, and START lifts it", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const space = await createEnterpriseWorkspace();
  const text = await createTexting(space);
  await giveCustomerKey(space, randomBytes(32));
  await withdrawCustomerKey(space.ctx());
  const suppressed = () => space.ctx().db.all(db.selectFrom("suppressions").select(["source", "channels"]));
  expect((await text("SM1", "Stop.")).reply).toContain("no more calls or texts");
  expect(await suppressed()).toEqual([{ source: "keyword", channels: ["call", "text"] }]);
  expect((await text("SM2", "START")).reply).toContain("again");
  expect(await suppressed()).toEqual([]);
  expect((await text("SM3", "Hello?")).reply).toBeNull();
  expect((await readEncryption(space.ctx())).locked).toBe(true);
});

test("defers other texts for a day while the workspace is locked, and keeps their time of arrival", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const space = await createEnterpriseWorkspace();
  const text = await createTexting(space);
  const material = randomBytes(32);
  await giveCustomerKey(space, material);
  await withdrawCustomerKey(space.ctx());
  const listDeferred = () =>
    space.ctx().db.all(db.selectFrom("deferred_texts").select(["carrier_ref", "sealed", "contact_hash"]));
  await receiveDeferredTexts(space.ctx());
  const hoursAgo = (hours: number): Ctx => {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString();
    return { ...space.ctx(), now: () => at };
  };
  await text("1", "An old one", { ctx: hoursAgo(25) });
  const receivedCtx = hoursAgo(2);
  expect((await text("2", "Is it 4111 1111 1111 1111?", { ctx: receivedCtx })).reply).toBeNull();
  await text("2", "The same again");
  await text("3", "Hello?", { from: "+12125550124" });
  await text("4", "STOP", { from: "+12125550124" });
  await text("5", "Not read", { from: "+12125550124" });
  expect(await listDeferred()).toHaveLength(3);
  // An erasure finds the text by this hash.
  expect((await listDeferred()).every(({ contact_hash: hash }) => hash !== null)).toBe(true);
  expect(Buffer.concat((await listDeferred()).map(({ sealed }) => sealed)).toString("latin1")).not.toContain(
    "Hello",
  );
  await expect(receiveDeferredTexts(space.ctx())).rejects.toMatchObject({ code: "workspace_locked" });
  expect(await listDeferred()).toHaveLength(2);

  await giveCustomerKey(space, material);
  await receiveDeferredTexts(space.ctx());
  await receiveDeferredTexts(space.ctx());
  expect(await listDeferred()).toEqual([]);
  const texts = await space
    .ctx()
    .db.all(db.selectFrom("texts").select(["id", "contact_id", "body", "created_at"]).orderBy("created_at"));
  const read = await Promise.all(
    texts.map(async ({ id, contact_id, body }) => {
      const sealer = await subjectSealer(space.workspaceId, contact_id);
      return body && sealer.openText({ table: "texts", row: id, field: "body" }, body);
    }),
  );
  // A text after an opt-out is not read.
  expect(read).toEqual(["Is it [payment_card]?", null]);
  expect(texts[0]?.created_at).toBe(receivedCtx.now());
});
