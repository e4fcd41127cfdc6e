import { beforeAll, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createCall, readCall, sendMessage } from ".";
import { CreateCall } from "./schema";

let space: TestWorkspace;
let agentId: string;

beforeAll(async () => {
  space = await makeWorkspace();
  const ctx = space.ctx("owner");
  const agent = await createAgent(
    ctx,
    CreateAgent.parse({
      name: "Front desk",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "You book appointments.",
      variables: [
        { name: "full_name", description: "your full name", sensitive: true },
        { name: "day", type: "date", description: "Which day suits you?" },
      ],
    }),
  );
  agentId = agent.id;
  await deployAgent(ctx, agentId, {});
});

const playConversation = async (...texts: string[]) => {
  const ctx = space.ctx("builder");
  const { id } = await createCall(ctx, CreateCall.parse({ agent_id: agentId, channel: "chat" }));
  for (const text of texts) await sendMessage(ctx, id, { text });
  return readCall(ctx, id);
};

it("of a call agrees with the variables", async () => {
  // Answers to the question for a sensitive variable stay masked without a value.
  const without = await playConversation("Hi, I want to book a cleaning", "goodbye");
  expect(without.variables).toEqual({});
  expect(without.outcome?.summary).toBe(
    "The caller answered none of the questions (the full name and the day).",
  );
  expect(JSON.stringify(without)).not.toContain("book a cleaning");

  const partial = await playConversation("Hi, I want to book a cleaning", "next Tuesday", "goodbye");
  expect(Object.keys(partial.variables)).toEqual(["day"]);
  expect(partial.outcome?.summary).toBe("The caller gave the day but not the full name.");

  const whole = await playConversation(
    "Hi, this is Ada Lovelace, I want to book a cleaning",
    "tomorrow",
    "yes",
  );
  expect(whole.variables).toMatchObject({ full_name: { masked: true } });
  expect(whole.outcome).toMatchObject({ tag: "completed", successful: true });
  expect(whole.outcome?.summary).toBe(
    "The caller gave the full name and the day and confirmed what was read back.",
  );
});
