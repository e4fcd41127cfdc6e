import { expect, test } from "vitest";
import { systemCtx } from "@/lib/platform/context/make";
import { db } from "@/lib/platform/db";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { runErasure } from ".";

/** More calls than one transaction clears, and fewer than two. */
const CALLS = 23;
const ONE_TRANSACTION = 20;

/** A contact with this many settled calls, oldest first. */
async function createContactWithCalls(ask: Send): Promise<{ contact: string; calls: string[] }> {
  const agent = String(
    (await ask("POST", "/v1/agents", { body: { name: "Desk", type: "messaging", prompt: "Be kind." } })).json
      .id,
  );
  expect((await ask("POST", `/v1/agents/${agent}/deploy`)).status).toBe(200);
  const contact = String((await ask("POST", "/v1/contacts", { body: { phone: "+12127160000" } })).json.id);
  const calls: string[] = [];
  for (let n = 0; n < CALLS; n++) {
    const body = { agent_id: agent, channel: "chat", contact_id: contact };
    const id = String((await ask("POST", "/v1/calls", { body })).json.id);
    expect((await ask("POST", `/v1/calls/${id}/end`)).status).toBe(200);
    calls.push(id);
  }
  return { contact, calls };
}

/** The calls that still have content. */
const leftOf = async (space: TestWorkspace) =>
  (
    await space
      .ctx()
      .db.all(
        db
          .selectFrom("calls")
          .select("id")
          .where("workspace_id", "=", space.workspaceId)
          .where("transcript", "is not", null)
          .orderBy("id"),
      )
  ).map(({ id }) => id);

test("many calls are cleared in batches: a stopped worker or a new hold keeps the others, and each call is counted once", async () => {
  const space = await makeWorkspace();
  const ask = apiOf(space);
  const { contact, calls } = await createContactWithCalls(ask);
  const [id, last] = [
    String((await ask("DELETE", `/v1/contacts/${contact}/data`)).json.id),
    String(calls.at(-1)),
  ];
  const readDeletionJson = async () => (await ask("GET", `/v1/deletions/${id}`)).json;
  const job = (afterS = 0, signal = new AbortController().signal) =>
    systemCtx(space.workspaceId, "erasure.run", {
      clock: { now: () => new Date(Date.now() + afterS * 1_000) },
      signal,
    });

  await expect(runErasure(job(0, AbortSignal.abort()), id)).rejects.toThrow("abort");
  expect(await leftOf(space)).toEqual(calls.slice(ONE_TRANSACTION));
  expect(await readDeletionJson()).toMatchObject({
    status: "running",
    removed: { calls: ONE_TRANSACTION, keys: 0 },
  });

  await ask("PUT", `/v1/calls/${last}/legal-hold`, { body: { reason: "Case 7." } });
  await runErasure(job(1), id);
  expect(await readDeletionJson()).toMatchObject({ status: "blocked", removed: { calls: ONE_TRANSACTION } });
  expect(await leftOf(space)).toEqual(calls.slice(ONE_TRANSACTION));

  await ask("DELETE", `/v1/calls/${last}/legal-hold`);
  for (const s of [2, 15, 30]) await runErasure(job(s), id);
  expect(await leftOf(space)).toEqual([]);
  // The contact's key, which seals their calls.
  expect(await readDeletionJson()).toMatchObject({ status: "completed", removed: { calls: CALLS, keys: 1 } });
});
