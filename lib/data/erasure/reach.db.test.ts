import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runExport } from "@/lib/data/exports";
import { runImport } from "@/lib/outreach/imports";
import { systemCtx } from "@/lib/platform/context/make";
import { lockExemptSealer, workspaceIndexer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf, type Json, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { eraseContactData, runErasure } from ".";

let space: TestWorkspace;
let ask: Send;
let admin: pg.Client;
let agent: string;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  admin = await adminOfThisDatabase();
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
  agent = String((await ask("POST", "/v1/agents", { body: input })).json.id);
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

const PHONE = "+12127300001";
const OTHER = "+12127300002";
const after = (s: number) =>
  systemCtx(space.workspaceId, "erasure.run", {
    clock: { now: () => new Date(Date.now() + s * 1_000) },
  });
const readDeletionJson = async (id: string): Promise<Json> => (await ask("GET", `/v1/deletions/${id}`)).json;
const rowsOf = async (text: string, values: unknown[]) => (await admin.query(text, values)).rows;
const variablesOf = async (phone: string) => {
  const hash = (await workspaceIndexer(space.workspaceId)).hash("number", phone);
  const rows = await rowsOf(
    `select s.variables from campaign_contacts s join contacts c on c.id = s.contact_id where c.number_hash = $1`,
    [hash],
  );
  return rows.map(({ variables }) => variables !== null);
};
/** A text that arrived while the workspace was locked. */
async function deferText(phone: string): Promise<void> {
  const { workspaceId } = space;
  const seal = await lockExemptSealer(workspaceId);
  const row = {
    id: `txt_${phone.slice(1)}`,
    workspace_id: workspaceId,
    carrier: "twilio",
    carrier_ref: phone,
    contact_hash: (await workspaceIndexer(workspaceId)).hash("number", phone),
    sealed: seal.seal({ table: "deferred_texts", row: phone, field: "sealed" }, "my plan is xanthic"),
    created_at: new Date().toISOString(),
  };
  await writeUnaudited(space.ctx(), { run: [db.insertInto("deferred_texts").values(row)] });
}

test("an erasure includes files of records, campaign data, deferred texts, and pending imports", async () => {
  const campaign = await ask("POST", "/v1/campaigns", {
    body: {
      name: "Spring",
      agent_id: agent,
      contacts: [
        { phone: PHONE, variables: { plan: "xanthic" } },
        { phone: OTHER, variables: { plan: "other" } },
      ],
    },
  });
  expect(campaign.status).toBe(201);
  const created = await ask("POST", "/v1/exports", { body: { resource: "contacts", format: "csv" } });
  const exported = String(created.json.id);
  await runExport(space.ctx(), exported);
  const [{ object }] = await rowsOf("select object from exports where id = $1", [exported]);
  const folder = join(env.DATA_DIR, "storage", "exports", object.slice(0, 2), object);
  expect(existsSync(folder)).toBe(true);
  await deferText(PHONE);
  await deferText(OTHER);
  const importPath = "/v1/contacts/imports";
  const sent = await ask("POST", importPath, {
    raw: `phone,timezone\n${PHONE},Mars/Olympus\n${OTHER},\n`,
    headers: { "content-type": "text/csv" },
  });
  const rejecting = String(sent.json.id);
  await runImport(systemCtx(space.workspaceId, "import.run"), rejecting);
  expect((await ask("GET", `${importPath}/${rejecting}/rejected`)).text).toContain(PHONE);
  // Uploaded before, and still queued.
  const file = await ask("POST", `/v1/contacts/imports?campaign_id=${campaign.json.id}`, {
    raw: `phone,variables.plan\n${PHONE},xanthic\nnobody,xanthic\n`,
    headers: { "content-type": "text/csv" },
  });
  expect(file.status).toBe(202);

  const { id } = await eraseContactData(space.ctx(), PHONE);
  await runErasure(after(0), id);
  expect(await readDeletionJson(id)).toMatchObject({ removed: { campaign_variables: 1, texts: 1 } });
  expect(await variablesOf(PHONE)).toEqual([false]);
  expect(await variablesOf(OTHER)).toEqual([true]);
  expect(await rowsOf("select carrier_ref from deferred_texts", [])).toEqual([{ carrier_ref: OTHER }]);

  expect(await rowsOf("select status from exports where id = $1", [exported])).toEqual([
    { status: "withdrawn" },
  ]);
  expect(await rowsOf("select from subject_keys where subject_id = $1", [exported])).toEqual([]);
  expect((await ask("GET", `/v1/exports/${exported}/file`)).status).toBe(409);
  expect(await rowsOf("select from import_rejected_parts", [])).toEqual([]);
  expect(await rowsOf("select from subject_keys where subject_id = $1", [rejecting])).toEqual([]);
  expect((await ask("GET", `${importPath}/${rejecting}/rejected`)).status).toBe(409);
  expect((await ask("GET", `${importPath}/${rejecting}`)).json).toMatchObject({
    rejected: 1,
    rejected_file: null,
  });
  const [removal] = await rowsOf("select payload from graphile_worker._private_jobs where key = $1", [
    `export.remove:${exported}`,
  ]);
  expect(removal.payload).toMatchObject({ exportId: exported });

  // No data is left, but the import can add some, so the deletion is not complete before it.
  await runErasure(after(15), id);
  expect(await readDeletionJson(id)).toMatchObject({ status: "running", completed_at: null });
  await runImport(systemCtx(space.workspaceId, "import.run"), String(file.json.id));
  expect((await ask("GET", `/v1/contacts/imports/${file.json.id}`)).json).toMatchObject({
    status: "completed",
  });
  expect(await rowsOf("select from import_chunks", [])).toEqual([]);
  for (const s of [30, 45, 60]) await runErasure(after(s), id);
  expect(await readDeletionJson(id)).toMatchObject({ status: "completed" });
  expect(await variablesOf(PHONE)).toEqual([false]);
});
