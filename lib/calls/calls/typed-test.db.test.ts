import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { closeHub } from "@/lib/platform/live";
import { createCall } from ".";
import { CreateCall } from "./schema";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";
import { TYPED_TEST_SILENCE_S } from "./values";

const SILENCE_S = 30;

let fixture: CallFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  agentId = await fixture.agent({ inactivity_timeout_s: SILENCE_S, variables: VARIABLES });
});
afterAll(closeHub);

/** A member who is signed in to the dashboard. */
const dashboard = (): Ctx => ({ ...fixture.ctx, session: { id: "ses_test", userId: "usr_test" } });
const startTest = (extra: object = {}) =>
  createCall(dashboard(), CreateCall.parse({ agent_id: agentId, channel: "chat", ...extra }));

async function statusAfter(id: string, seconds: number): Promise<string> {
  fixture.advanceClock(seconds);
  await fixture.tick(id);
  return (await fixture.read(id)).status;
}

describe("a chat that a member types in the dashboard", () => {
  it.each([true, false])(
    "is not ended by the agent's silence limit (draft: %s), but by its own",
    async (draft) => {
      const { id } = await startTest({ draft });
      expect(await statusAfter(id, SILENCE_S)).toBe("in_progress");
      expect(await statusAfter(id, TYPED_TEST_SILENCE_S - SILENCE_S - 1)).toBe("in_progress");
      expect(await statusAfter(id, 1)).toBe("completed");
      expect((await fixture.read(id)).end_reason).toBe("inactivity");
    },
  );

  it("gets its whole limit again with each message", async () => {
    const { id } = await startTest();
    fixture.advanceClock(TYPED_TEST_SILENCE_S - 1);
    await fixture.say(id, "One moment.");
    expect(await statusAfter(id, TYPED_TEST_SILENCE_S - 1)).toBe("in_progress");
    expect(await statusAfter(id, 1)).toBe("completed");
  });

  it("keeps a limit of the agent that is longer", async () => {
    const patientId = await fixture.agent({ inactivity_timeout_s: TYPED_TEST_SILENCE_S + 60 });
    const { id } = await startTest({ agent_id: patientId });
    expect(await statusAfter(id, TYPED_TEST_SILENCE_S)).toBe("in_progress");
    expect(await statusAfter(id, 60)).toBe("completed");
  });
});

it("does not change a chat that the API starts", async () => {
  const { id } = await fixture.startCall(agentId);
  expect(await statusAfter(id, SILENCE_S)).toBe("completed");
});

describe("an agent's turn", () => {
  it("names the variable that it asks for, and has its latency", async () => {
    const { id } = await startTest();
    await fixture.say(id, "It is 4815162342");
    const agentTurns = (await fixture.read(id)).transcript.filter(({ role }) => role === "agent");
    expect(agentTurns.map(({ asks }) => asks)).toEqual(["account_number", "day"]);
    for (const { latency_ms } of agentTurns) expect(latency_ms).toBeGreaterThanOrEqual(0);
  });
});
