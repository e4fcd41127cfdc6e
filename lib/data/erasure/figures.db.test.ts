import { afterAll, expect, test } from "vitest";
import { checkAnalytics, foldAnalytics, summarizeCalls } from "@/lib/data/analytics";
import { SummaryQuery } from "@/lib/data/analytics/schema";
import { systemCtx } from "@/lib/platform/context/make";
import { closeHub } from "@/lib/platform/live";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { runErasure } from ".";

afterAll(closeHub);

/** Contacts, each with calls of one agent, half of them in progress. */
const CONTACTS = 4;
const CALLS = 4;
const AGREES = { differences: 0, wrong_days: 0 };

test("figures match the calls after calls of one agent were settled while others were erased", async () => {
  const space = await makeWorkspace();
  const ask = apiOf(space);
  const input = { name: "Desk", type: "messaging", prompt: "Be kind." };
  const agent = String((await ask("POST", "/v1/agents", { body: input })).json.id);
  await ask("POST", `/v1/agents/${agent}/deploy`);
  const open: string[] = [];
  const erasing: string[] = [];
  for (let n = 0; n < CONTACTS; n++) {
    const phone = `+1212741000${n}`;
    const contact = String((await ask("POST", "/v1/contacts", { body: { phone } })).json.id);
    for (let k = 0; k < CALLS; k++) {
      const body = { agent_id: agent, channel: "chat", contact_id: contact };
      const { json } = await ask("POST", "/v1/calls", { body });
      const id = String(json.id);
      await ask("POST", `/v1/calls/${id}/messages`, { body: { text: "hello" } });
      if (k % 2 === 0) await ask("POST", `/v1/calls/${id}/end`);
      else if (n % 2 === 0) open.push(id);
    }
    // The calls of every other contact are settled; the remaining ones are erased while in progress.
    if (n % 2 === 1) erasing.push(String((await ask("DELETE", `/v1/contacts/${contact}/data`)).json.id));
  }
  const at = (afterS: number) =>
    systemCtx(space.workspaceId, "erasure.run", {
      clock: { now: () => new Date(Date.now() + afterS * 1_000) },
    });
  await Promise.all([
    ...open.map((id) => ask("POST", `/v1/calls/${id}/end`)),
    ...erasing.map((id) => runErasure(at(0), id)),
    foldAnalytics(space.ctx()),
  ]);
  for (const s of [15, 30, 45]) for (const id of erasing) await runErasure(at(s), id);
  for (const id of erasing)
    expect((await ask("GET", `/v1/deletions/${id}`)).json).toMatchObject({ status: "completed" });
  const before = await summarizeCalls(space.ctx("viewer"), SummaryQuery.parse({}));
  expect(before.calls).toBe(CONTACTS * CALLS);
  expect(await checkAnalytics(space.ctx())).toEqual(AGREES);
  expect(await checkAnalytics(space.ctx(), { repair: true })).toEqual(AGREES);
  expect(await summarizeCalls(space.ctx("viewer"), SummaryQuery.parse({}))).toEqual(before);
});
