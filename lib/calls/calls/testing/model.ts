import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { type OpenAiServer, startOpenAiServer, TEST_KEY } from "@/lib/agents/models/testing/open-ai-server";
import { json, type Reply, says } from "@/lib/agents/models/testing/reply";
import type { CallFixture } from "./call-fixture";

/**
 * A model's replies: each step of the conversation in order (the last one repeats), and its evaluation at the
 * end.
 */
export type Answers = { says?: readonly Reply[]; extract?: Reply; conclude?: Reply };

export { calls, json, says } from "@/lib/agents/models/testing/reply";
export const BOOKED = json({ outcome: "booked", summary: "A table was booked.", successful: true });

/** A model server of the workspace, on a real socket. `id` is the agent's `model`. */
export type TestModel = OpenAiServer & {
  id: string;
  answer(answers: Answers): void;
  /** Connects it in both environments; `zeroRetention`: as a server with zero retention. */
  connect(zeroRetention: boolean): Promise<void>;
};

const isConclusion = (messages: readonly unknown[]): boolean =>
  JSON.stringify(messages[0] ?? "").includes("private values are replaced");

export async function startTestModel(fixture: Pick<CallFixture, "space">): Promise<TestModel> {
  const server = await startOpenAiServer();
  const connect = async (zeroRetention: boolean) => {
    const credential = {
      kind: "model",
      base_url: server.baseUrl,
      api_key: TEST_KEY,
      models: ["m"],
      zero_retention: zeroRetention,
    };
    for (const environment of ["live", "test"])
      await createIntegration(
        fixture.space.ctx("owner"),
        CreateIntegration.parse({ name: "house", environment, credential }),
      );
  };
  await connect(false);
  return {
    ...server,
    connect,
    id: "house:m",
    answer({ says: steps = [says("Hello.")], extract = json({}), conclude = BOOKED }) {
      const remaining = [...steps];
      server.script(({ body }) => {
        if (body.stream === true)
          return (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? says("Hello.");
        return isConclusion(body.messages ?? []) ? conclude : extract;
      });
    },
  };
}
