import { expect, test } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createCall, endCall, sendMessage } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { sweepProposals } from "@/lib/data/retention/sweep-proposals";
import { readCaseFromCall } from "@/lib/suites/call-cases";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { dismissProposal, readProposals } from "./index";

const SECRET = "Quenby 48152342";

test("calls that failed are proposed without a word of them, until they are dismissed", async () => {
  const space = await makeWorkspace();
  const ctx = space.ctx();
  const makeAgent = async () => {
    const body = {
      name: "Table",
      type: "messaging",
      prompt: "Book a table.",
      variables: [{ name: "people", type: "number" }],
    };
    const { id } = await createAgent(ctx, CreateAgent.parse(body));
    await deployAgent(ctx, id);
    return id;
  };
  const [agentId, otherAgentId] = [await makeAgent(), await makeAgent()];
  const hold = async (lines: readonly string[], draft = false): Promise<string> => {
    const input = CreateCall.parse({ agent_id: agentId, channel: "chat", draft });
    const { id } = await createCall(ctx, input);
    for (const text of lines) await sendMessage(ctx, id, { text });
    await endCall(ctx, id).catch(() => undefined);
    return id;
  };
  await hold(["four"]);
  const failedId = await hold([NOT_UNDERSTOOD_TEXT, SECRET, NOT_UNDERSTOOD_TEXT]);
  const { data } = await readProposals(ctx, agentId);
  const [proposal] = data.filter(({ call_id: id }) => id === failedId);
  expect(proposal).toMatchObject({
    reason: "low_understanding",
    channel: "chat",
    caller_turns: 3,
    misunderstood_turns: 2,
  });
  expect(JSON.stringify(data)).not.toMatch(/Quenby|48152342/);
  expect((await readCaseFromCall(ctx, failedId)).agent_id).toBe(agentId);
  expect((await readProposals(ctx, otherAgentId)).data).toEqual([]);

  const missing = { code: "not_found" };
  const stranger = (await makeWorkspace()).ctx();
  await expect(readProposals(stranger, agentId)).rejects.toMatchObject(missing);
  await expect(dismissProposal(stranger, agentId, failedId)).rejects.toMatchObject(missing);
  await expect(dismissProposal(ctx, otherAgentId, failedId)).rejects.toMatchObject(missing);
  await dismissProposal(ctx, agentId, failedId);
  await dismissProposal(ctx, agentId, failedId);
  const ids = async () => (await readProposals(ctx, agentId)).data.map(({ call_id: id }) => id);
  expect(await ids()).not.toContain(failedId);

  // The sweep keeps a dismissal as long as its call can be proposed.
  const later = (days: number) => ({
    ...ctx,
    now: () => new Date(Date.parse(ctx.now()) + days * 86_400_000).toISOString(),
  });
  expect(await sweepProposals(later(59))).toBe(false);
  expect(await ids()).not.toContain(failedId);
  await sweepProposals(later(61));
  expect(await ids()).toContain(failedId);
});
