import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepRecordings } from "@/lib/calls/recordings";
import { folderOf } from "@/lib/calls/recordings/chunks";
import { recordCall } from "@/lib/calls/recordings/testing/record-call";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { sweepFailedJobs, sweepRetention } from ".";

let space: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
});
afterAll(closeHub);

const DAY_MS = 86_400_000;
/** The sweep's context, this many days from now. */
const inDays = (days: number): Ctx =>
  systemCtx(space.workspaceId, "retention.sweep", {
    clock: { now: () => new Date(Date.now() + days * DAY_MS + 60_000) },
  });

async function agent(recordingDays: number, transcriptDays: number): Promise<string> {
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
  const policy = {
    recording: { retention_days: recordingDays },
    transcript: { retention_days: transcriptDays },
  };
  const id = String((await ask("POST", "/v1/agents", { body: { ...input, ...policy } })).json.id);
  await ask("POST", `/v1/agents/${id}/deploy`);
  return id;
}
async function call(agentId: string, more: object = {}): Promise<string> {
  const body = { agent_id: agentId, channel: "chat", ...more };
  const id = String((await ask("POST", "/v1/calls", { body })).json.id);
  await ask("POST", `/v1/calls/${id}/messages`, { body: { text: "the quokka is mine" } });
  await ask("POST", `/v1/calls/${id}/end`);
  return id;
}
const read = async (id: string) => (await ask("GET", `/v1/calls/${id}`)).json;
const words = async (id: string) => ((await read(id)).transcript as unknown[]).length;
const listedCall = async (id: string) =>
  ((await ask("GET", "/v1/calls?q=quokka&limit=100")).json.data as { id: string }[]).some(
    (item) => item.id === id,
  );
const preview = async (query = "") => (await ask("GET", `/v1/retention/preview${query}`)).json;

describe("retention periods", () => {
  test("delete transcripts, summaries and word hashes by the agent's setting, and keep the other fields", async () => {
    const [short, long] = [await agent(30, 5), await agent(30, 50)];
    const [goes, stays] = [await call(short), await call(long)];
    expect(await listedCall(goes)).toBe(true);
    await sweepRetention(inDays(4));
    expect(await words(goes)).toBeGreaterThan(0);
    await sweepRetention(inDays(5));
    expect(await words(goes)).toBe(0);
    expect(await listedCall(goes)).toBe(false);
    const row = await space
      .ctx()
      .db.first(db.selectFrom("calls").select(["summary", "transcript", "variables"]).where("id", "=", goes));
    expect(row).toMatchObject({ summary: null, transcript: null });
    expect(row?.variables).not.toBeNull();
    expect(await words(stays)).toBeGreaterThan(0);
    expect(await listedCall(stays)).toBe(true);
  });

  test("of zero days apply with the next sweep", async () => {
    const id = await call(await agent(0, 0));
    await sweepRetention(inDays(0));
    expect(await words(id)).toBe(0);
  });

  test("are suspended by a legal hold on the call or its contact, and resume after it", async () => {
    const agentId = await agent(30, 1);
    const contact = String((await ask("POST", "/v1/contacts", { body: { phone: "+12127200001" } })).json.id);
    const [held, theirs] = [await call(agentId), await call(agentId, { contact_id: contact })];
    await ask("PUT", `/v1/calls/${held}/legal-hold`, { body: { reason: "Case 7." } });
    await ask("PUT", `/v1/contacts/${contact}/legal-hold`, { body: { reason: "Case 8." } });
    await sweepRetention(inDays(2));
    expect([await words(held), await words(theirs)].every((n) => n > 0)).toBe(true);
    await ask("DELETE", `/v1/calls/${held}/legal-hold`);
    await ask("DELETE", `/v1/contacts/${contact}/legal-hold`);
    await sweepRetention(inDays(2));
    expect([await words(held), await words(theirs)]).toEqual([0, 0]);
  });

  test("of recordings apply to existing ones when shortened: bytes and row are deleted", async () => {
    const agentId = await agent(30, 90);
    const id = await call(agentId);
    const object = await recordCall(space.ctx(), id);
    await sweepRecordings(inDays(10));
    expect((await read(id)).recording).toMatchObject({ state: "recorded" });
    await ask("PATCH", `/v1/agents/${agentId}`, { body: { recording: { retention_days: 7 } } });
    await sweepRecordings(inDays(10));
    expect((await read(id)).recording).toMatchObject({ state: "expired", expires_at: null });
    expect(existsSync(join(env.DATA_DIR, "storage", folderOf(object)))).toBe(false);
  });

  test("of the operational log delete provider failures after 30 days", async () => {
    const id = await call(await agent(30, 90));
    const note = { at: new Date().toISOString(), provider: "p", part: "voice", kind: "timeout" };
    await writeUnaudited(space.ctx(), {
      run: [
        db
          .updateTable("calls")
          .set({ provider_failures: json([note]) })
          .where("id", "=", id),
      ],
    });
    await sweepRetention(inDays(29));
    expect((await read(id)).provider_failures).toHaveLength(1);
    await sweepRetention(inDays(31));
    expect((await read(id)).provider_failures).toEqual([]);
    await sweepFailedJobs();
  });
});

describe("the preview", () => {
  test("counts current and upcoming deletions, also for settings that are not applied", async () => {
    const agentId = await agent(3, 20);
    const id = await call(agentId);
    await recordCall(space.ctx(), id);
    const of = `?agent_id=${agentId}`;
    expect(await preview(of)).toMatchObject({
      recordings: { now: 0, week: 1, held: 0 },
      transcripts: { now: 0, week: 0, held: 0 },
      log_days: 30,
    });
    expect((await preview(of)).recordings).toMatchObject({ week_bytes: expect.any(Number) });
    expect(await preview(`${of}&recording_days=0&transcript_days=5`)).toMatchObject({
      recordings: { now: 1 },
      transcripts: { now: 0, week: 1 },
    });
    await ask("PUT", `/v1/calls/${id}/legal-hold`, { body: { reason: "Case 9." } });
    expect(await preview(of)).toMatchObject({ recordings: { week: 0, held: 1 } });
    expect((await ask("GET", "/v1/retention/preview?recording_days=366")).status).toBe(400);
  });
});
