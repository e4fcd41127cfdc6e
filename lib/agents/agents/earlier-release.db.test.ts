import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { digestOf } from "./digest";

let admin: pg.Client;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
});
afterAll(() => admin.end());

/** Stores a live agent as a release without `fallback_model` did, with the digests that it computed. */
async function storeAsEarlierRelease(id: string): Promise<void> {
  const { rows } = await admin.query<{ draft: object }>(
    "select draft - 'fallback_model' as draft from agents where id = $1",
    [id],
  );
  const digest = digestOf(rows[0]?.draft);
  await admin.query(
    "update agents set draft = draft - 'fallback_model', draft_digest = $2, live_digest = $2 where id = $1",
    [id, digest],
  );
  // Versions are frozen by a trigger.
  await admin.query("set session_replication_role = replica");
  await admin.query(
    "update agent_versions set config = config - 'fallback_model', digest = $2 where agent_id = $1",
    [id, digest],
  );
  await admin.query("set session_replication_role = origin");
}

it("an agent of an earlier release has no unpublished changes until its builder makes some", async () => {
  const space = await makeWorkspace();
  const api = apiOf(space);
  const created = await api("POST", "/v1/agents", {
    body: { name: "Front desk", type: "messaging", prompt: "Answer.", greeting: "Hello." },
  });
  expect(created.json).toMatchObject({ status: "draft" });
  const id = String(created.json.id);
  expect((await api("POST", `/v1/agents/${id}/deploy`)).status).toBe(200);
  await storeAsEarlierRelease(id);

  const read = async () => (await api("GET", `/v1/agents/${id}`)).json;
  const before = await read();
  expect(before).toMatchObject({ fallback_model: null, has_unpublished_changes: false });
  const unchanged = await api("PATCH", `/v1/agents/${id}`, { body: {} });
  expect(unchanged.json).toEqual(before);
  expect((await read()).updated_at).toBe(before.updated_at);

  await api("PATCH", `/v1/agents/${id}`, { body: { greeting: "Good day." } });
  expect(await read()).toMatchObject({ has_unpublished_changes: true });
  await api("PATCH", `/v1/agents/${id}`, { body: { greeting: "Hello." } });
  expect(await read()).toMatchObject({ has_unpublished_changes: false });
});
