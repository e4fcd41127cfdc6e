import { startOpenAiServer } from "@/lib/agents/models/testing/open-ai-server";
import { json, type Reply } from "@/lib/agents/models/testing/reply";
import { drawDelayMs } from "./published-delays";
import { MODEL_KEY } from "./wire";

const REPLY = "Thank you, I have noted that for you. What else can I do for you today?";
const WORD = /We would like the ([a-z]{8})\./g;

/**
 * A strict server of the OpenAI protocol whose first token comes after a published delay. `delayMs`: the delay of the latest
 * request whose last utterance has this word. `requests`: how many requests there were for it.
 */
export async function startModelServer() {
  const delays = new Map<string, { delayMs: number; requests: number }>();
  const server = await startOpenAiServer({ apiKey: MODEL_KEY });
  server.script(({ body }): Reply => {
    if (body.stream !== true) return json({});
    const word = [...JSON.stringify(body.messages ?? []).matchAll(WORD)].at(-1)?.[1] ?? "";
    const delayMs = drawDelayMs("model");
    delays.set(word, { delayMs, requests: (delays.get(word)?.requests ?? 0) + 1 });
    return { kind: "text", chunks: [REPLY], firstMs: delayMs };
  });
  return { ...server, answerTo: (word: string) => delays.get(word) };
}
export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;
