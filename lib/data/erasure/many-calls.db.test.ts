import { expect, test } from "vitest";
import { systemCtx } from "@/lib/platform/context/make";
import { db } from "@/lib/platform/db";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { runErasure } from ".";

/** More than one transaction empties, and fewer than two do. */
const CALLS = 23;
const ONE_TRANSACTION = 20;

/** A contact with so many settled calls, the oldest first. */
async function muchAsked(ask: Send): Promise<{ contact: string; calls: string[] }> {
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

/** Which calls still have something of what was said. */
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

test("many calls are emptied some at a time: a worker that stops and a hold that is placed leave the rest, and each is counted once", async () => {
  const space = await makeWorkspace();
  const ask = apiOf(space);
  const { contact, calls } = await muchAsked(ask);
  const [id, last] = [
    String((await ask("DELETE", `/v1/contacts/${contact}/data`)).json.id),
    String(calls.at(-1)),
  ];
  const stand = async () => (await ask("GET", `/v1/deletions/${id}`)).json;
  const job = (afterS = 0, signal = new AbortController().signal) =>
    systemCtx(space.workspaceId, "erasure.run", {
      clock: { now: () => new Date(Date.now() + afterS * 1_000) },
      signal,
    });

  await expect(runErasure(job(0, AbortSignal.abort()), id)).rejects.toThrow("abort");
  expect(await leftOf(space)).toEqual(calls.slice(ONE_TRANSACTION));
  expect(await stand()).toMatchObject({ status: "running", removed: { calls: ONE_TRANSACTION, keys: 0 } });

  await ask("PUT", `/v1/calls/${last}/legal-hold`, { body: { reason: "Case 7." } });
  await runErasure(job(1), id);
  expect(await stand()).toMatchObject({ status: "blocked", removed: { calls: ONE_TRANSACTION } });
  expect(await leftOf(space)).toEqual(calls.slice(ONE_TRANSACTION));

  await ask("DELETE", `/v1/calls/${last}/legal-hold`);
  for (const s of [2, 15, 30]) await runErasure(job(s), id);
  expect(await leftOf(space)).toEqual([]);
  // The key of the contact, under which their calls are sealed.
  expect(await stand()).toMatchObject({ status: "completed", removed: { calls: CALLS, keys: 1 } });
});
