import type { LanguageModelV3, LanguageModelV3Prompt } from "@ai-sdk/provider";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { ModelError } from "./errors";
import { MODEL_LIMITS } from "./limits";
import { resilientModel } from "./resilient-model";
import { resolveModel } from "./resolve";
import * as ways from "./testing/misbehaviors";
import { type OpenAiServer, startOpenAiServer, TEST_KEY } from "./testing/open-ai-server";
import { says } from "./testing/reply";
import { toModelRequest } from "./testing/well-behaved-model";

const LIMITS = { ...MODEL_LIMITS, retryDelayMs: 5 };
/** Enough for every attempt on a busy machine; tests of timeouts use less. */
const BUDGET_MS = 20_000;
/** A share of this is enough for the fallback model. */
const SHORT_MS = 4_000;

let server: OpenAiServer;
let fallback: OpenAiServer;
let egress: HttpClient;
beforeEach(async () => {
  server = await startOpenAiServer();
  fallback = await startOpenAiServer();
  fallback.script(says("The other one."));
  egress = createHttpClient({ allowedHosts: [server.host, fallback.host] });
});
afterEach(async () => {
  await egress.close();
  await server.close();
  await fallback.close();
});

const behave = (...behaviors: ways.Misbehavior[]) => {
  const model = ways.misbehavingModel(...behaviors, () => says("Good morning. How are you?"));
  server.script((request) => model(toModelRequest(request)));
};

type Options = {
  budgetMs?: number;
  withFallback?: boolean;
  prompt?: LanguageModelV3Prompt;
  signal?: AbortSignal;
};
const HELLO: LanguageModelV3Prompt = [
  { role: "system", content: "Be kind." },
  { role: "user", content: [{ type: "text", text: "Hello" }] },
];

async function ask({ budgetMs = BUDGET_MS, withFallback = false, prompt = HELLO, signal }: Options = {}) {
  const at = (modelAt: OpenAiServer): LanguageModelV3 =>
    resolveModel({
      model: "acme:m",
      credential: { base_url: modelAt.baseUrl, api_key: TEST_KEY },
      builtins: {},
      egress,
      limits: LIMITS,
    });
  const models: [LanguageModelV3, ...LanguageModelV3[]] = [
    at(server),
    ...(withFallback ? [at(fallback)] : []),
  ];
  const model = resilientModel(models, { budgetMs, limits: LIMITS });
  const result = {
    text: "",
    tools: [] as string[],
    finish: undefined as string | undefined,
    error: undefined as unknown,
  };
  try {
    const { stream } = await model.doStream({ prompt, ...(signal && { abortSignal: signal }) });
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const part = next.value;
      if (part.type === "text-delta") result.text += part.delta;
      if (part.type === "tool-call") result.tools.push(part.toolName);
      if (part.type === "finish") result.finish = part.finishReason.unified;
      if (part.type === "error") result.error = part.error;
    }
  } catch (error) {
    result.error = error;
  }
  return result;
}

const ANSWER = { text: "Good morning. How are you?", error: undefined };
const OTHER = { text: "The other one.", error: undefined };

describe("retries of transient failures", () => {
  it.each<[string, ways.Misbehavior]>([
    ["429", ways.fails(429)],
    ["500", ways.fails(500)],
    ["502", ways.fails(502)],
    ["503", ways.fails(503)],
    ["504", ways.fails(504)],
    ["529", ways.fails(529)],
    ["a connection torn before the headers", () => ({ kind: "reset" })],
    ["a stream that drops before its first token", ways.dropsBeforeFirstToken],
    [
      "a stream that drops before its first sentence",
      () => ({ kind: "text", chunks: ["The first"], tearAfter: 1 }),
    ],
    ["an empty answer", ways.answersEmpty],
    ["a blank answer", ways.answersBlank],
    ["an answer that is cut before a sentence is whole", ways.answersFragment],
    ["a refusal", ways.refuses],
  ])("%s", async (_, behavior) => {
    behave(ways.times(2, behavior));
    expect(await ask()).toMatchObject(ANSWER);
    expect(server.requests).toHaveLength(3);
    expect(server.rejected).toEqual([]);
  });

  it("are limited, and then the fallback model is used", async () => {
    behave(ways.fails(529));
    expect(await ask({ withFallback: true })).toMatchObject(OTHER);
    expect(server.requests).toHaveLength(3);
    expect((await ask()).error).toMatchObject({ code: "unreachable", status: 529 });
  });

  it.each<[string, ways.Misbehavior, string]>([
    ["a wrong key", ways.fails(401), "refused"],
    ["a rejected request", ways.fails(400), "refused"],
    ["a web page", () => ({ kind: "raw", body: "<html>", contentType: "text/html" }), "invalid_answer"],
  ])("%s is not, and the fallback model is asked at once", async (_, behavior, code) => {
    behave(behavior);
    expect(await ask({ withFallback: true })).toMatchObject(OTHER);
    expect(server.requests).toHaveLength(1);
    expect((await ask()).error).toMatchObject({ code });
  });
});

describe("Retry-After", () => {
  it.each(["seconds", "date"] as const)("in %s is obeyed if it fits into the budget", async (form) => {
    behave(ways.times(1, ways.rateLimits(form === "date" ? 2 : 1, form)));
    const requestedAt = performance.now();
    expect(await ask()).toMatchObject(ANSWER);
    // An HTTP date has whole seconds, so up to one second of the two has already passed.
    expect(performance.now() - requestedAt).toBeGreaterThanOrEqual(900);
    expect(server.requests).toHaveLength(2);
  });

  it.each(["seconds", "date"] as const)("in %s beyond the budget prevents a retry", async (form) => {
    behave(ways.rateLimits(60, form));
    expect(await ask({ withFallback: true })).toMatchObject(OTHER);
    expect(server.requests).toHaveLength(1);
    expect((await ask()).error).toMatchObject({ code: "rate_limited", status: 429 });
    expect(server.requests).toHaveLength(2);
  });
});

describe("the budget of a turn", () => {
  it("is kept by a silent model, and leaves time for the fallback model", async () => {
    behave(ways.hangs);
    expect(await ask({ budgetMs: SHORT_MS, withFallback: true })).toMatchObject(OTHER);
    expect((await ask({ budgetMs: SHORT_MS })).error).toMatchObject({ code: "timeout" });
  });

  it("is kept by a model that never ends its sentence", async () => {
    server.script({ kind: "hang_midway", chunks: ["The first", " of"] });
    expect(await ask({ budgetMs: SHORT_MS, withFallback: true })).toMatchObject(OTHER);
  });

  it("does not interrupt a slow model within it", async () => {
    behave(ways.isSlowToBegin(400), ways.trickles(5));
    expect(await ask()).toMatchObject(ANSWER);
  });

  it("ends with the caller's abort, which is not a failure", async () => {
    behave(ways.fails(503));
    const caller = new AbortController();
    caller.abort(new Error("barge-in"));
    const { error } = await ask({ signal: caller.signal });
    expect(error).not.toBeInstanceOf(ModelError);
    expect(server.requests).toHaveLength(0);
  });
});

describe("a context that is too long", () => {
  const turn = (n: number): LanguageModelV3Prompt => [
    { role: "user", content: [{ type: "text", text: `Question ${n}. ${"word ".repeat(100)}` }] },
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: `c${n}`, toolName: "look_up", input: { n } }],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: `c${n}`,
          toolName: "look_up",
          output: { type: "json", value: "x".repeat(400) },
        },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: `Answer ${n}.` }] },
  ];
  const long: LanguageModelV3Prompt = [
    ...HELLO,
    ...Array.from({ length: 8 }, (_, n) => turn(n)).flat(),
    { role: "user", content: [{ type: "text", text: "The newest question." }] },
  ];

  it("is shortened once: the oldest turns are dropped whole, and the newest stays", async () => {
    behave();
    server.restrict({ contextTokens: 1_500 });
    expect(await ask({ prompt: long })).toMatchObject(ANSWER);
    expect(server.rejected).toMatchObject([{ code: "context_length_exceeded" }]);
    const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
    expect(sent).toContain("Be kind.");
    expect(sent).toContain("The newest question.");
    expect(sent).toContain("Question 7.");
    expect(sent).not.toContain("Question 0.");
  });

  it("is not retried if it is still too long", async () => {
    behave();
    server.restrict({ contextTokens: 20 });
    expect((await ask({ prompt: long })).error).toMatchObject({ code: "context_too_long" });
    expect(server.rejected.map(({ code }) => code)).toEqual(Array(2).fill("context_length_exceeded"));
    expect(await ask({ prompt: long, withFallback: true })).toMatchObject(OTHER);
  });
});

describe("an incomplete answer", () => {
  it("is cut after its last whole sentence", async () => {
    behave(ways.answersCut);
    expect(await ask()).toMatchObject({ text: "We are open today. ", finish: "length", error: undefined });
    behave(ways.dropsAfterFirstToken);
    expect(await ask()).toMatchObject({ text: "We are open. ", finish: "other", error: undefined });
    expect(server.requests).toHaveLength(2);
  });

  it("is neither retried nor sent to another provider if it was filtered", async () => {
    behave(ways.answersFiltered());
    expect((await ask({ withFallback: true })).error).toMatchObject({ code: "filtered" });
    behave(ways.answersFiltered("That is fine. ", "But the"));
    expect(await ask()).toMatchObject({ text: "That is fine. ", finish: "content-filter" });
    server.script({ kind: "status", status: 400, body: '{"error":{"code":"content_filter"}}' });
    expect((await ask()).error).toMatchObject({ code: "filtered" });
    expect(fallback.requests).toHaveLength(0);
  });

  it("with a tool call is complete: the model continues after it", async () => {
    server.script({ kind: "tools", calls: [{ name: "book", arguments: {} }], text: "One moment" });
    expect(await ask()).toMatchObject({ text: "One moment", tools: ["book"], finish: "tool-calls" });
  });
});
