import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { removeRecording } from "@/lib/calls/recordings";
import { folderOf } from "@/lib/calls/recordings/chunks";
import { recordCall } from "@/lib/calls/recordings/testing/record-call";
import { storeSipMessages } from "@/lib/calls/sip-messages";
import type { Ctx } from "@/lib/platform/context";
import { operatorCtx, systemCtx } from "@/lib/platform/context/make";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf, type Json, type Send } from "@/test/fixtures/api";
import { everyColumn } from "@/test/fixtures/canary/database";
import { finder } from "@/test/fixtures/canary/needles";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { eraseContactData, replayErasures, runErasure, sweepErasures } from ".";
import { filesIn } from "./testing/files";

let space: TestWorkspace;
let ask: Send;
let admin: pg.Client;
let agent: string;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  admin = await adminOfThisDatabase();
  const input = {
    name: "Desk",
    type: "messaging",
    prompt: "Be kind.",
    tools: ["schedule_callback"],
    variables: [{ name: "city", description: "the city you live in", required: true }],
  };
  agent = String((await ask("POST", "/v1/agents", { body: input })).json.id);
  expect((await ask("POST", `/v1/agents/${agent}/deploy`)).status).toBe(200);
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

let numbers = 0;
const number = () => `+1212${7_100_000 + numbers++}`;
/** The job's context, this many seconds later. */
const job = (afterS = 0): Ctx =>
  systemCtx(space.workspaceId, "erasure.run", {
    clock: { now: () => new Date(Date.now() + afterS * 1_000) },
  });
/** Runs a deletion to its end, as the queue would within half a minute. */
async function run(id: string): Promise<Json> {
  for (const s of [0, 15, 30, 45]) await runErasure(job(s), id);
  return (await ask("GET", `/v1/deletions/${id}`)).json;
}
const erase = async (ref: string, environment: "live" | "test" = "live"): Promise<Json> => {
  const answer = await ask("DELETE", `/v1/contacts/${encodeURIComponent(ref)}/data`, { environment });
  expect(answer.status).toBe(202);
  return answer.json;
};
async function contact(phone: string, more: object = {}, environment: "live" | "test" = "live") {
  const answer = await ask("POST", "/v1/contacts", { body: { phone, ...more }, environment });
  expect(answer.status).toBe(201);
  return String(answer.json.id);
}
/** A text conversation with these messages. */
async function talk(
  input: object,
  lines: readonly string[],
  { end = true, environment = "live" as "live" | "test" } = {},
) {
  const body = { agent_id: agent, channel: "chat", ...input };
  const started = await ask("POST", "/v1/calls", { body, environment });
  expect(started.status).toBe(201);
  const id = String(started.json.id);
  for (const text of lines) await ask("POST", `/v1/calls/${id}/messages`, { body: { text }, environment });
  if (end) await ask("POST", `/v1/calls/${id}/end`, { environment });
  return id;
}
/** Rows and objects of calls with any sealed content. */
const sealedLeft = async (ids: readonly string[]) =>
  (
    await admin.query<{ n: number }>(
      `select count(*)::int as n from calls where id = any($1) and (transcript is not null or variables is not null
         or summary is not null or notes is not null or metadata is not null or initial_variables is not null
         or from_number is not null or to_number is not null or contact_hash is not null
         or cardinality(words) > 0 or cardinality(tags) > 0)`,
      [ids],
    )
  ).rows[0]?.n;

describe("erasing a contact's data", () => {
  const word = "xylocarpous";
  const phone = number();
  let id: string;
  const calls: string[] = [];
  let objects: string[] = [];
  let deletion: Json;

  test("is accepted immediately, and a job first ends calls in progress", async () => {
    id = await contact(phone, { name: "Nora Nobody", attributes: { plan: "gold" } });
    await ask("POST", `/v1/contacts/${id}/consents`, {
      body: {
        purpose: "informational",
        channel: "call",
        granted: true,
        source: "form",
        evidence: "a signed form",
      },
    });
    const tryout = await contact(phone, {}, "test");
    calls.push(
      await talk({ contact_id: id, metadata: { note: word } }, [`my city is ${word}`, "yes"]),
      // Another notation of the number, without a contact ID.
      await talk({ to: phone }, [word]),
      await talk({ contact_id: tryout }, [word], { environment: "test" }),
      await talk({ contact_id: id }, [`I live in ${word}`], { end: false }),
    );
    await ask("PATCH", `/v1/calls/${calls[0]}`, { body: { notes: `said ${word}`, tags: [word] } });
    for (const call of [calls[0], calls[3]])
      await ask("POST", `/v1/calls/${call}/comments`, { body: { text: `lives in ${word}` } });
    for (const call of [calls[0], calls[3]])
      expect(await storeSipMessages(space.ctx("owner"), call ?? "", [])).toBe(true);
    objects = [await recordCall(space.ctx(), calls[0] ?? ""), await recordCall(space.ctx(), calls[1] ?? "")];
    const foundCalls = (await ask("GET", `/v1/calls?q=${word}`)).json.data as unknown[];
    expect(foundCalls.length).toBeGreaterThan(0);

    deletion = await erase(phone);
    expect(deletion).toMatchObject({
      contact_id: id,
      status: "scheduled",
      completed_at: null,
      receipt: null,
    });
    const days =
      (Date.parse(String(deletion.due_by)) - Date.parse(String(deletion.requested_at))) / 86_400_000;
    expect(days).toBe(30);
    await runErasure(job(), String(deletion.id));
    expect((await ask("GET", `/v1/calls/${calls[3]}`)).json).toMatchObject({ transcript: [] });
    expect((await ask("GET", `/v1/calls/${calls[3]}`)).json.settled_at).not.toBeNull();
  });

  test("is returned unchanged for repeated requests while it runs", async () => {
    expect(await erase(id)).toMatchObject({ id: deletion.id, status: "running" });
  });

  test("is complete once a later pass finds no data", async () => {
    deletion = await run(String(deletion.id));
    expect(deletion).toMatchObject({ status: "completed", removed: { calls: 4, recordings: 2 } });
    const removed = deletion.removed as Record<string, number>;
    expect(removed.transcripts).toBeGreaterThanOrEqual(3);
    expect(removed.variables).toBeGreaterThan(0);
    expect(removed.search_hashes).toBeGreaterThan(0);
    // One contact per environment.
    expect(removed.keys).toBe(2);
    expect(removed.bytes).toBeGreaterThan(1_000);
  });

  test("leaves no data: no text in a row, no word hash, no file, no sealed value", async () => {
    expect(await sealedLeft(calls)).toBe(0);
    for (const call of calls) {
      const environment = call === calls[2] ? "test" : "live";
      const { json } = await ask("GET", `/v1/calls/${call}`, { environment });
      expect(json).toMatchObject({ transcript: [], variables: {}, notes: "", tags: [], metadata: {} });
      expect(json.erased_at).not.toBeNull();
    }
    const comments = await admin.query("select id from call_comments where call_id = any($1)", [calls]);
    expect(comments.rows).toEqual([]);
    const messages = await admin.query("select id from call_sip_messages where call_id = any($1)", [calls]);
    expect(messages.rows).toEqual([]);
    expect(await storeSipMessages(space.ctx("owner"), calls[0] ?? "", [])).toBe(false);
    expect((await ask("GET", `/v1/calls/${calls[0]}/comments`)).json.data).toEqual([]);
    const late = await ask("POST", `/v1/calls/${calls[0]}/comments`, { body: { text: word } });
    expect([late.status, late.json.code]).toEqual([409, "invalid_state"]);
    expect((await ask("GET", `/v1/calls?q=${word}`)).json.data).toEqual([]);
    for (const object of objects)
      expect(existsSync(join(env.DATA_DIR, "storage", folderOf(object)))).toBe(false);
    expect((await ask("GET", `/v1/calls/${calls[0]}/recording`)).status).toBe(404);
    const hits = finder([{ name: "the word", forms: [word] }]);
    expect(hits(await everyColumn(admin))).toEqual([]);
    expect(hits(filesIn(env.DATA_DIR))).toEqual([]);
  });

  test("keeps the contact, their consents and the requester", async () => {
    const { json } = await ask("GET", `/v1/contacts/${id}`);
    expect(json).toMatchObject({ phone, name: "Nora Nobody", attributes: { plan: "gold" } });
    await expect(
      writeUnaudited(space.ctx(), { run: [db.updateTable("consents").set({ granted: false })] }),
    ).rejects.toThrow();
    expect((await ask("GET", `/v1/contacts/${id}/consents`)).json.data).toMatchObject([
      { purpose: "informational", evidence: "a signed form" },
    ]);
    const { rows } = await admin.query("select action, target from audit_events where target in ($1, $2)", [
      id,
      deletion.id,
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: "deletion.requested", target: deletion.id },
        { action: "contact.data_deleted", target: id },
      ]),
    );
  });

  test("returns a receipt that can be verified without the service, and contains no name", async () => {
    const { receipt } = deletion;
    const text = JSON.stringify(receipt);
    expect(text).not.toContain(id);
    expect(text).not.toContain(phone);
    const key = (await ask("GET", "/v1/deletions/public-key", { key: null })).json;
    const [file, pem] = [join(env.DATA_DIR, "receipt.json"), join(env.DATA_DIR, "receipt.pem")];
    writeFileSync(pem, String(key.public_key));
    const check = (body: string) => {
      writeFileSync(file, body);
      return execFileSync("node", ["bin/receipt-verify.mjs", file, "--key", pem], { encoding: "utf8" });
    };
    expect(check(text)).toMatch(/^valid: del_/);
    expect(() => check(text.replace('"recordings":2', '"recordings":3'))).toThrow(/Command failed/);
    const outside = readFileSync(join(env.DATA_DIR, "erasures", `${deletion.id}.json`), "utf8");
    expect(check(outside)).toMatch(/^valid: del_/);
    expect(outside).not.toContain(id);
    expect(outside).not.toContain(phone);
  });

  test("is the same when requested again without new data, and a new one with new data", async () => {
    expect(await erase(phone)).toMatchObject({ id: deletion.id, status: "completed" });
    const next = await talk({ contact_id: id }, ["hello again"]);
    const secondDeletion = await erase(id);
    expect(secondDeletion.id).not.toBe(deletion.id);
    expect(await run(String(secondDeletion.id))).toMatchObject({
      status: "completed",
      removed: { calls: 1 },
    });
    expect(await sealedLeft([next])).toBe(0);
  });
});

describe("a deletion", () => {
  test("of an unknown number is complete, with zeros", async () => {
    const { id } = await erase(number());
    const done = await run(String(id));
    expect(done).toMatchObject({ status: "completed", contact_id: null });
    expect(new Set(Object.values(done.removed as object))).toEqual(new Set([0]));
  });

  test("is blocked by a legal hold, reports it, and continues after its release", async () => {
    const phone = number();
    const contactId = await contact(phone);
    const call = await talk({ contact_id: contactId }, ["hello"]);
    await ask("PUT", `/v1/calls/${call}/legal-hold`, { body: { reason: "Case 7." } });
    const requested = await erase(phone);
    expect(requested).toMatchObject({ status: "blocked", blocked_by: "call_hold" });
    expect(await run(String(requested.id))).toMatchObject({ status: "blocked", removed: { calls: 0 } });
    expect((await ask("GET", `/v1/calls/${call}`)).json.erased_at).toBeNull();
    expect(await erase(phone)).toMatchObject({
      id: requested.id,
      status: "blocked",
      blocked_by: "call_hold",
    });
    await ask("DELETE", `/v1/calls/${call}/legal-hold`);
    expect(await erase(phone)).toMatchObject({ id: requested.id, status: "scheduled", blocked_by: null });
    await sweepErasures(job(600));
    expect(await run(String(requested.id))).toMatchObject({ status: "completed", removed: { calls: 1 } });
    const { rows } = await admin.query(
      "select kind, environment, link_id from notices where subject = $1 order by id",
      [String(requested.id)],
    );
    expect(rows).toEqual(
      ["deletion.blocked", "deletion.completed"].map((kind) => ({
        kind,
        environment: "live",
        link_id: requested.id,
      })),
    );
  });

  test("of the test environment changes nothing in the live one", async () => {
    const phone = number();
    const [live, tried] = [await contact(phone), await contact(phone, {}, "test")];
    const liveCall = await talk({ contact_id: live }, ["hello"]);
    const testCall = await talk({ contact_id: tried }, ["hello"], { environment: "test" });
    const { id } = await erase(phone, "test");
    for (const s of [0, 15, 30]) await runErasure(job(s), String(id));
    expect(await sealedLeft([testCall])).toBe(0);
    expect((await ask("GET", `/v1/calls/${liveCall}`)).json.erased_at).toBeNull();
    expect((await ask("GET", `/v1/deletions/${id}`)).status).toBe(404);
  });

  test("resumes after its worker dies between rows and recordings, and counts them once", async () => {
    const phone = number();
    const contactId = await contact(phone);
    const call = await talk({ contact_id: contactId }, ["hello"]);
    const object = await recordCall(space.ctx(), call);
    const { id } = await erase(phone);
    const dies = vi.spyOn(
      await import("@/lib/platform/storage").then(({ storage }) => storage()),
      "removeAll",
    );
    dies.mockRejectedValueOnce(new Error("The disk is away."));
    await expect(runErasure(job(), String(id))).rejects.toThrow("away");
    expect(existsSync(join(env.DATA_DIR, "storage", folderOf(object)))).toBe(true);
    expect(await run(String(id))).toMatchObject({
      status: "completed",
      removed: { calls: 1, recordings: 1 },
    });
    expect(existsSync(join(env.DATA_DIR, "storage", folderOf(object)))).toBe(false);
    dies.mockRestore();
    await removeRecording(job(), call);
  });

  test("removes values sealed with the previous key meanwhile, so that the contact can be read", async () => {
    const phone = number();
    const contactId = await contact(phone, { name: "Nora Late" });
    const { rows } = await admin.query("select name from contacts where id = $1", [contactId]);
    const { id } = await erase(phone);
    await runErasure(job(), String(id));
    await admin.query("update contacts set name = $1 where id = $2", [rows[0].name, contactId]);
    await runErasure(job(15), String(id));
    expect((await ask("GET", `/v1/contacts/${contactId}`)).json).toMatchObject({ phone, name: null });
  });

  test("requested concurrently is one", async () => {
    const phone = number();
    await contact(phone);
    const all = await Promise.all(Array.from({ length: 8 }, () => eraseContactData(space.ctx(), phone)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  test("clears a call that does not end within two minutes", async () => {
    const phone = number();
    const contactId = await contact(phone);
    const call = await talk({ contact_id: contactId }, ["hello"], { end: false });
    // Another process holds the call and does not release it.
    await writeUnaudited(space.ctx(), {
      run: [
        db
          .updateTable("call_sessions")
          .set({ lease_owner: "job_of_a_test", lease_until: new Date(Date.now() + 3_600_000).toISOString() })
          .where("call_id", "=", call),
      ],
    });
    const { id } = await erase(phone);
    await runErasure(job(), String(id));
    expect((await ask("GET", `/v1/deletions/${id}`)).json).toMatchObject({ removed: { calls: 0 } });
    for (const s of [130, 160]) await runErasure(job(s), String(id));
    expect((await ask("GET", `/v1/deletions/${id}`)).json).toMatchObject({
      status: "completed",
      removed: { calls: 1 },
    });
    expect((await ask("GET", `/v1/calls/${call}`)).json).toMatchObject({ status: "failed", transcript: [] });
  });

  test("is repeated after an older backup was restored, once per number", async () => {
    const phone = number();
    const contactId = await contact(phone);
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) {
      await talk({ contact_id: contactId }, ["hello"]);
      ids.push(String((await erase(phone)).id));
      expect(await run(ids[n] ?? "")).toMatchObject({ status: "completed" });
    }
    const replay = () => replayErasures((workspaceId) => operatorCtx(workspaceId, "erasure:replay"));
    const before = await replay();
    expect(before).toMatchObject({ repeated: 0, unreadable: 0, workspaces: 0 });
    // The backup contains a call, and none of the deletions.
    const back = await talk({ contact_id: contactId }, ["hello"]);
    await admin.query("delete from deletions where id = any($1)", [ids]);
    expect(await replay()).toEqual({ repeated: 1, done: before.done - 1, unreadable: 0, workspaces: 0 });
    expect(await run(ids[1] ?? "")).toMatchObject({ status: "completed", contact_id: contactId });
    expect(await sealedLeft([back])).toBe(0);
    expect(await replay()).toEqual(before);
  });

  test("does not change once it is complete", async () => {
    await expect(
      writeUnaudited(space.ctx(), { run: [db.updateTable("deletions").set({ removed: json({}) })] }),
    ).rejects.toThrow(/not changed/);
  });
});
