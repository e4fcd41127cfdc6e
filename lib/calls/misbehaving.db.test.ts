import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { egress } from "@/lib/egress";
import { closeHub } from "@/lib/live";
import { type Desk, openDesk, VARIABLES } from "./testing/desk";
import { type MisbehavingModel, startMisbehavingModel } from "./testing/misbehaving-model";

let desk: Desk;
let model: MisbehavingModel;
let agentId: string;
beforeAll(async () => {
  desk = await openDesk();
  model = await startMisbehavingModel(desk);
  agentId = await desk.agent({ model: model.id, variables: VARIABLES });
});
afterAll(async () => {
  await model.close();
  await egress.close();
  await closeHub();
});
beforeEach(() => model.behave());

describe("a conversation with a model behind the OpenAI protocol", () => {
  it("is held to its end, and nothing that was sent is invalid", async () => {
    const { id } = await desk.start(agentId);
    await desk.say(id, "48151623");
    const { call } = await desk.say(id, "2026-11-24");
    expect(call).toMatchObject({ status: "completed", end_reason: "agent_ended" });
    expect(model.rejected).toEqual([]);
  });
});
