import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createJobHandlers } from "@/bin/worker/job-handlers";
import { folderOf } from "@/lib/calls/recordings/chunks";
import { recordCall } from "@/lib/calls/recordings/testing/record-call";
import { runExport } from "@/lib/data/exports";
import { operatorCtx, systemCtx } from "@/lib/platform/context/make";
import { forgetWorkspaceKeys, isUnlocked, workspaceKeys } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf, type Send } from "@/test/fixtures/api";
import { everyColumn } from "@/test/fixtures/canary/database";
import { finder } from "@/test/fixtures/canary/needles";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { destroyWorkspace, replayErasures, sweepWorkspace } from ".";
import { filesIn } from "./testing/files";

const WORD = "xylophagous";
const PHONE = "+12127400001";
const NAME = "Test workspace";
const WEEK_MS = 7 * 24 * 3_600_000;

let space: TestWorkspace;
let otherWorkspace: TestWorkspace;
let ask: Send;
let admin: pg.Client;
let agent: string;
let call: string;
let running: string;
let object: string;
let key: string;
let cookie: string;
/** A member of this and the other workspace. */
let memberOfBoth: string;

const asOwner = { key: null, headers: { origin: "http://localhost" } };
const signed = (method: string, path: string, body?: unknown) =>
  ask(method, path, { ...asOwner, headers: { ...asOwner.headers, cookie }, body });
const noCarrier = (): never => {
  throw new Error("No carrier is asked.");
};
const rowsOf = async (text: string, values: unknown[]) => (await admin.query(text, values)).rows;
const job = () => systemCtx(space.workspaceId, "workspace.destroy");

beforeAll(async () => {
  space = await makeWorkspace();
  otherWorkspace = await makeWorkspace();
  ask = apiOf(space);
  admin = await adminOfThisDatabase();
  const variables = [{ name: "city", description: "the city you live in" }];
  const input = { name: `Desk of ${WORD}`, type: "messaging", prompt: "Be kind.", variables };
  agent = String((await ask("POST", "/v1/agents", { body: input })).json.id);
  expect((await ask("POST", `/v1/agents/${agent}/deploy`)).status).toBe(200);
  const contact = await ask("POST", "/v1/contacts", { body: { phone: PHONE, name: WORD } });
  const start = async () => {
    const body = { agent_id: agent, channel: "chat", contact_id: contact.json.id };
    const { status, json } = await ask("POST", "/v1/calls", { body });
    expect(status).toBe(201);
    await ask("POST", `/v1/calls/${json.id}/messages`, { body: { text: `my city is ${WORD}` } });
    return String(json.id);
  };
  [call, running] = [await start(), await start()];
  await ask("POST", `/v1/calls/${call}/end`);
  object = await recordCall(space.ctx(), call);
  const exported = await ask("POST", "/v1/exports", { body: { resource: "calls", format: "jsonl" } });
  await runExport(space.ctx(), String(exported.json.id));
  key = await space.key();
  cookie = await space.cookie();
  memberOfBoth = (await space.member("viewer")).userId;
  await rowsOf(
    "insert into members (id, workspace_id, user_id, role, created_at) values ('mem_in_the_other', $1, $2, 'viewer', now())",
    [otherWorkspace.workspaceId, memberOfBoth],
  );
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

describe("a workspace that is to be deleted", () => {
  test("must be confirmed by name by its owner", async () => {
    const wrong = await ask("DELETE", "/v1/workspace", { body: { name: "Another" } });
    expect([wrong.status, wrong.json.details]).toEqual([
      400,
      [expect.objectContaining({ pointer: "/name", code: "not_its_name" })],
    ]);
    for (const role of ["viewer", "builder", "admin"] as const)
      expect((await ask("DELETE", "/v1/workspace", { role, body: { name: NAME } })).status).toBe(403);
    const test = { environment: "test", body: { name: NAME } } as const;
    expect((await ask("DELETE", "/v1/workspace", test)).status).toBe(403);
    expect((await ask("DELETE", "/v1/workspace?of_no_route=1")).status).toBe(400);
    expect(await isUnlocked(space.workspaceId)).toBe(true);
  });

  test("is rejected under a legal hold", async () => {
    await ask("PUT", `/v1/calls/${call}/legal-hold`, { body: { reason: "Case 7." } });
    const rejected = await ask("DELETE", "/v1/workspace", { body: { name: NAME } });
    expect([rejected.status, rejected.json.code]).toEqual([409, "invalid_state"]);
    await ask("DELETE", `/v1/calls/${call}/legal-hold`);
  });

  test("is locked for seven days: no key, no call, no job, but the owner sees it", async () => {
    const requested = await ask("DELETE", "/v1/workspace", { key, body: { name: NAME } });
    expect(requested.status).toBe(202);
    const { deletion } = requested.json as { deletion: { requested_at: string; delete_after: string } };
    expect(Date.parse(deletion.delete_after) - Date.parse(deletion.requested_at)).toBe(WEEK_MS);
    for (const path of ["/v1/agents", "/v1/workspace", `/v1/calls/${call}`]) {
      expect((await signed("GET", path)).json.code).toBe("workspace_locked");
      expect((await ask("GET", path, { key })).status).toBe(423);
    }
    expect((await signed("POST", "/v1/calls", { agent_id: agent, channel: "chat" })).status).toBe(423);
    expect((await signed("POST", `/v1/calls/${running}/messages`, { text: "hello" })).status).toBe(423);
    const { workspaceId } = space;
    const verbs = createJobHandlers(noCarrier);
    const { signal } = new AbortController();
    for (const work of [
      verbs["call.tick"]({ workspaceId, callId: running }, signal),
      verbs["campaign.step"]({ workspaceId, campaignId: "cmp_none" }, signal),
      verbs["webhook.deliver"]({ workspaceId, endpointId: "whk_none" }, signal),
    ])
      await expect(work).rejects.toMatchObject({ code: "workspace_locked" });

    const repeated = await signed("DELETE", "/v1/workspace", { name: NAME });
    expect([repeated.status, repeated.json]).toEqual([202, requested.json]);
    expect((await signed("GET", "/v1/workspace/deletion")).json).toEqual(requested.json);
    expect((await signed("GET", "/v1/sessions")).status).toBe(200);
    // It cannot be destroyed early, by the job or a direct query.
    await sweepWorkspace(job());
    await destroyWorkspace(job());
    await expect(
      rowsOf("select set_config('app.workspace_id', $1, false), destroy_workspace($1, 'keys', 1)", [
        workspaceId,
      ]),
    ).rejects.toThrow(/grace period of the workspace has not ended/);
  });

  test("is unchanged after an owner restores it, which only an owner can", async () => {
    const admins = await space.cookie((await space.member("admin")).userId);
    const headers = { origin: "http://localhost", cookie: admins };
    expect((await ask("POST", "/v1/workspace/restore", { key: null, headers })).status).toBe(403);
    const restored = await signed("POST", "/v1/workspace/restore");
    expect([restored.status, restored.json.deletion]).toEqual([200, null]);
    expect((await signed("POST", "/v1/workspace/restore")).status).toBe(200);
    expect((await ask("GET", `/v1/calls/${call}`, { key })).json).toMatchObject({ status: "completed" });
    const messageResponse = await ask("POST", `/v1/calls/${running}/messages`, {
      key,
      body: { text: "hello" },
    });
    expect(messageResponse.status).toBe(200);
    const actions = await rowsOf(
      "select action from audit_events where workspace_id = $1 and action like 'workspace.%' order by seq",
      [space.workspaceId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "workspace.created",
      "workspace.deletion_requested",
      "workspace.restored",
    ]);
  });
});

describe("a workspace after its grace period", () => {
  let head: string;

  test("cannot be restored", async () => {
    await signed("DELETE", "/v1/workspace", { name: NAME });
    await rowsOf("update workspaces set delete_after = now() - interval '1 s' where id = $1", [
      space.workspaceId,
    ]);
    const late = await signed("POST", "/v1/workspace/restore");
    expect([late.status, late.json.code]).toEqual([409, "invalid_state"]);
    const [row] = await rowsOf(
      "select encode(hash, 'hex') as hash from audit_heads where workspace_id = $1",
      [space.workspaceId],
    );
    head = row.hash;
  });

  test("loses its keys first, and the destruction resumes after a lost worker", async () => {
    const stopped = {
      put: async () => undefined,
      read: async () => null,
      list: async () => [],
      changedSince: async () => false,
      removeAll: () => Promise.reject(new Error("The worker is lost.")),
    };
    await expect(destroyWorkspace(job(), stopped)).rejects.toThrow("The worker is lost.");
    const left = await rowsOf(
      `select (select count(*)::int from workspace_keys where workspace_id = $1) as keys,
              (select count(*)::int from subject_keys where workspace_id = $1) as subjects,
              (select count(*)::int from sessions where workspace_id = $1) as sessions,
              (select count(*)::int from calls where workspace_id = $1) as calls`,
      [space.workspaceId],
    );
    expect(left).toEqual([{ keys: 0, subjects: 0, sessions: 0, calls: 2 }]);
    forgetWorkspaceKeys(space.workspaceId);
    expect(await isUnlocked(space.workspaceId)).toBe(false);
    await expect(workspaceKeys(space.workspaceId)).rejects.toMatchObject({ code: "workspace_locked" });
  });

  test("leaves nothing in any table or folder, and other workspaces are unchanged", async () => {
    const before = await rowsOf("select count(*)::int as n from audit_events where workspace_id = $1", [
      otherWorkspace.workspaceId,
    ]);
    // In small batches, as for a large workspace.
    await destroyWorkspace(job(), undefined, 40);
    await destroyWorkspace(job());
    const hits = finder([
      { name: "its id", forms: [space.workspaceId] },
      { name: "what was said", forms: [WORD] },
      { name: "its owner's address", forms: [space.ownerEmail] },
    ]);
    expect(hits(await everyColumn(admin))).toEqual([]);
    const outside = [/\/erasures\//, /\/audit/];
    expect(
      hits(filesIn(env.DATA_DIR).filter(({ where }) => !outside.some((pattern) => pattern.test(where)))),
    ).toEqual([]);
    expect(filesIn(env.DATA_DIR).filter(({ where }) => where.includes(folderOf(object)))).toEqual([]);
    // 404 while a process still has the key cached.
    expect([401, 404]).toContain((await ask("GET", "/v1/agents", { key })).status);
    expect(await rowsOf("select id from users where id = $1", [memberOfBoth])).toEqual([
      { id: memberOfBoth },
    ]);
    expect(
      await rowsOf("select count(*)::int as n from audit_events where workspace_id = $1", [
        otherWorkspace.workspaceId,
      ]),
    ).toEqual(before);
    expect(await isUnlocked(otherWorkspace.workspaceId)).toBe(true);
  });

  test("leaves a receipt that can be verified without the service, with the head of its audit log", async () => {
    const file = join(env.DATA_DIR, "erasures", `${space.workspaceId}.json`);
    const text = readFileSync(file, "utf8");
    const { receipt } = JSON.parse(text);
    expect(receipt).toMatchObject({ workspace_id: space.workspaceId, audit: { head } });
    const pem = join(env.DATA_DIR, "workspace-receipt.pem");
    const { json } = await apiOf(otherWorkspace)("GET", "/v1/deletions/public-key", { key: null });
    writeFileSync(pem, String(json.public_key));
    const check = (path: string) =>
      execFileSync("node", ["bin/receipt-verify.mjs", path, "--key", pem], { encoding: "utf8" });
    expect(check(file)).toContain(space.workspaceId);
    const changed = join(env.DATA_DIR, "changed.json");
    writeFileSync(changed, text.replace('"remaining": 0', '"remaining": 1'));
    expect(() => check(changed)).toThrow(/Command failed/);
  });

  test("is destroyed again after an older backup restored it", async () => {
    await rowsOf("insert into workspaces (id, name, created_at) values ($1, 'Back again', now())", [
      space.workspaceId,
    ]);
    expect(await replayErasures((id) => operatorCtx(id, "erasure:replay"))).toMatchObject({ workspaces: 1 });
    await destroyWorkspace(job());
    expect(await rowsOf("select id from workspaces where id = $1", [space.workspaceId])).toEqual([]);
  });
});
