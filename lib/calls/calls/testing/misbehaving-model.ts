import { type Misbehavior, misbehavingModel } from "@/lib/agents/models/testing/misbehaviors";
import { toModelRequest } from "@/lib/agents/models/testing/well-behaved-model";
import { startTestModel, type TestModel } from "./model";

/** A misbehaving model of the workspace, behind the product's own path to models. */
export type MisbehavingModel = TestModel & {
  /** Applies from the next request on; without any, the model is cooperative. */
  behave(...behaviors: readonly Misbehavior[]): void;
  /** The newest request's prompt, as one text. */
  prompt(): string;
};

/**
 * Starts a strict model server on a real socket (`lib/agents/models/testing/open-ai-server.ts`) and connects it to the
 * workspace of a text or voice fixture, so that `agent({ model: model.id })` uses it through `lib/agents/models`:
 *
 *     import "@/test/fixtures/loopback"; // first, so that the egress guard allows the server's address
 *     const fixture = await createCallFixture(); // or the voice fixture
 *     const model = await startMisbehavingModel(fixture);
 *     const agentId = await fixture.agent({ model: model.id, variables: VARIABLES });
 *     model.behave(repeatsValues, times(1, fails(529)));
 *     const call = await fixture.startCall(agentId);
 *
 * Misbehaviors are in `lib/agents/models/testing/misbehaviors.ts`. The first one decides and can pass a request on to the
 * next ones, and finally to a cooperative model. Close the server after the test.
 */
export async function startMisbehavingModel(
  fixture: Parameters<typeof startTestModel>[0],
): Promise<MisbehavingModel> {
  const server = await startTestModel(fixture);
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
