import { type Misbehavior, misbehavingModel } from "@/lib/agents/models/testing/misbehaviors";
import { toModelRequest } from "@/lib/agents/models/testing/well-behaved-model";
import { startModel, type TestModel } from "./model";

/** A model of the workspace that misbehaves as it is told, behind the product's own path to models. */
export type MisbehavingModel = TestModel & {
  /** From the next request on; without any it does as it should. */
  behave(...behaviors: readonly Misbehavior[]): void;
  /** What the newest request told the model, as one text. */
  prompt(): string;
};

/**
 * Starts a strict model server on a real socket (`lib/agents/models/testing/open-ai-server.ts`) and connects it to the
 * workspace of a text or voice desk, so that `agent({ model: model.id })` talks to it through `lib/agents/models`:
 *
 *     import "@/test/fixtures/loopback"; // first, so that the egress guard lets the server's address through
 *     const desk = await openDesk(); // or openVoiceDesk()
 *     const model = await startMisbehavingModel(desk);
 *     const agentId = await desk.agent({ model: model.id, variables: VARIABLES });
 *     model.behave(repeatsValues, times(1, fails(529)));
 *     const call = await desk.start(agentId); // or desk.call(agentId) by voice
 *
 * Misbehaviors are in `lib/agents/models/testing/misbehaviors.ts`; the first decides and may ask those behind it, and behind
 * all of them is a model that does as it is told. Close it after the test.
 */
export async function startMisbehavingModel(
  desk: Parameters<typeof startModel>[0],
): Promise<MisbehavingModel> {
  const server = await startModel(desk);
  const behave = (...behaviors: readonly Misbehavior[]) => {
    const model = misbehavingModel(...behaviors);
    server.script((request) => model(toModelRequest(request)));
  };
  behave();
  return {
    ...server,
    behave,
    prompt: () => JSON.stringify(server.requests.at(-1)?.body.messages ?? []),
  };
}
