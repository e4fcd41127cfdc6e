import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { type OpenAiServer, startOpenAiServer, TEST_KEY } from "@/lib/agents/models/testing/open-ai-server";
import { json, type Reply, says } from "@/lib/agents/models/testing/reply";
import type { Desk } from "./desk";

/** What a model answers: each step of the conversation in turn (the last one stays), and what it reads at the end. */
export type Answers = { says?: readonly Reply[]; extract?: Reply; conclude?: Reply };

export { calls, json, says } from "@/lib/agents/models/testing/reply";
export const BOOKED = json({ outcome: "booked", summary: "A table was booked.", successful: true });

/** A model server of the workspace, on a real socket. `id` is what an agent names as its `model`. */
export type TestModel = OpenAiServer & {
  id: string;
  answer(answers: Answers): void;
  /** Connects it in both environments; `zeroRetention`: as one that keeps nothing. */
  connect(zeroRetention: boolean): Promise<void>;
};

const isConclusion = (messages: readonly unknown[]): boolean =>
  JSON.stringify(messages[0] ?? "").includes("private values are replaced");

export async function startModel(desk: Pick<Desk, "space">): Promise<TestModel> {
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
        desk.space.ctx("owner"),
        CreateIntegration.parse({ name: "house", environment, credential }),
      );
  };
  await connect(false);
  return {
    ...server,
    connect,
    id: "house:m",
    answer({ says: steps = [says("Hello.")], extract = json({}), conclude = BOOKED }) {
      const left = [...steps];
      server.script(({ body }) => {
        if (body.stream === true) return (left.length > 1 ? left.shift() : left[0]) ?? says("Hello.");
        return isConclusion(body.messages ?? []) ? conclude : extract;
      });
    },
  };
}
