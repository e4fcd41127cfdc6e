import { constants, publicEncrypt, randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { forgetWorkspaceKeys, isUnlocked, newSubject, subjectSealer, workspaceSealer } from "@/lib/crypto";
import { db, record } from "@/lib/db";
import { createIntegration } from "@/lib/integrations";
import { CreateIntegration } from "@/lib/integrations/schema";
import { closeHub } from "@/lib/live";
import { createPhoneNumber } from "@/lib/phone-numbers";
import { CreatePhoneNumber } from "@/lib/phone-numbers/schema";
import { setPlan } from "@/lib/plans";
import { receiveText } from "@/lib/texting";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { importKey, makeKeyImport, readEncryption, rotateKeys, withdrawKey } from ".";
import { known } from "./testing/known";

afterAll(closeHub);

const PLACE = { table: "calls", row: "call_1", field: "notes" };

async function enterprise(): Promise<TestWorkspace> {
  const space = await makeWorkspace();
  await setPlan(space.ctx(), "enterprise");
  return space;
}

/** As `openssl pkeyutl -encrypt -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256` does. */
const wrapFor = (publicKey: string, material: Buffer): string =>
  publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
    material,
  ).toString("base64");

async function give(space: TestWorkspace, material: Buffer) {
  const { id, public_key } = await makeKeyImport(space.ctx());
  return importKey(space.ctx(), { key_import_id: id, wrapped_key: wrapFor(public_key, material) });
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
    own_key: { state: "given" },
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
  // What is inside the root key's wrapping is a box, and no key of 32 octets.
  await expect(workspaceSealer(space.workspaceId).then((s) => s.seal(PLACE, "x"))).rejects.toThrow();
});

test("a STOP by text is recorded while the workspace is locked, and START lifts it again", async () => {
  const space = await enterprise();
  const credential = { kind: "twilio", account_sid: `AC${"0".repeat(32)}`, auth_token: "0".repeat(32) };
  const carrier = await createIntegration(
    space.ctx(),
    CreateIntegration.parse({ name: "Carrier", credential }),
  );
  const to = `+1213${String(Date.now()).slice(-7).replace(/^[01]/, "2")}`;
  await createPhoneNumber(space.ctx(), CreatePhoneNumber.parse({ number: to, integration_id: carrier.id }));
  await give(space, randomBytes(32));
  await withdrawKey(space.ctx());
  const text = (ref: string, body: string) =>
    receiveText(space.ctx(), { carrier: "twilio", ref, from: "+12125550123", to, body, answered: false });
  const suppressed = () => space.ctx().db.all(db.selectFrom("suppressions").select(["source", "channels"]));
  expect((await text("SM1", "Stop.")).reply).toContain("no more calls or texts");
  expect(await suppressed()).toEqual([{ source: "keyword", channels: ["call", "text"] }]);
  expect((await text("SM2", "START")).reply).toContain("again");
  expect(await suppressed()).toEqual([]);
  expect((await text("SM3", "Hello?")).reply).toBeNull();
  expect((await readEncryption(space.ctx())).locked).toBe(true);
});
