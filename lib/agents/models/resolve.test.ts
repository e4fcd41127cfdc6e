import { generateText, jsonSchema, type LanguageModel, streamText, tool } from "ai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { ModelError } from "./errors";
import { MODEL_LIMITS, type ModelLimits } from "./limits";
import { resilientModel } from "./resilient-model";
import { resolveModel } from "./resolve";
import { type OpenAiServer, startOpenAiServer } from "./testing/open-ai-server";
import type { Reply } from "./testing/reply";

const KEY = "sk-canary-key";
const PROMPT = "canary prompt 4921";
/** Generous where an answer is expected, so that a busy machine does not fail a test. */
const LIMITS: ModelLimits = { ...MODEL_LIMITS, maxBytes: 200_000, retryDelayMs: 1 };
/** Short where no answer is expected. */
const SHORT = { firstByteMs: 250, wholeAnswerMs: 250, idleMs: 250 };
const limitsFor = (reply: Reply): Partial<ModelLimits> => (reply.kind.startsWith("hang") ? SHORT : {});

let server: OpenAiServer;
let egress: HttpClient;
beforeEach(async () => {
  server = await startOpenAiServer({ apiKey: KEY });
  egress = createHttpClient({ allowedHosts: [server.host] });
});
afterEach(async () => {
  await egress.close();
  await server.close();
});

const model = (changed: Partial<ModelLimits> = {}, baseUrl = server.baseUrl): LanguageModel => {
  const limits = { ...LIMITS, ...changed };
  const resolvedModel = resolveModel({
    model: "openai-compatible:vendor/some-model:8b",
    credential: { base_url: baseUrl, api_key: KEY },
    builtins: {},
    egress,
    limits,
  });
  return resilientModel([resolvedModel], { budgetMs: 5_000, limits });
};

describe("storing", () => {
  /** Captures the request body for a server at `baseUrl`, without using the network. */
  async function bodySentTo(baseUrl: string): Promise<Record<string, unknown>> {
    const bodies: string[] = [];
    const caught: HttpClient = {
      ...egress,
      stream: (_, init) => {
        bodies.push(String(init.body));
        return egress.stream(`${server.baseUrl}/chat/completions`, init);
      },
    };
    const credential = { base_url: baseUrl, api_key: KEY };
    const resolvedModel = resolveModel({
      model: "ours:m",
      credential,
      builtins: {},
      egress: caught,
      limits: LIMITS,
    });
    await generateText({ model: resolvedModel, prompt: PROMPT, maxRetries: 0 });
    return JSON.parse(bodies[0] ?? "{}") as Record<string, unknown>;
  }

  it("is disabled for OpenAI in each request, and the field is not sent to servers that do not document it", async () => {
    for (const host of ["api.openai.com", "eu.api.openai.com", "us.api.openai.com"])
      expect(await bodySentTo(`https://${host}/v1`)).toMatchObject({ model: "m", store: false });
    // Groq and Google reject unknown fields with 400.
    for (const host of ["api.groq.com/openai", "api.openai.com.example", "api-openai.com", "127.0.0.1:11434"])
      expect(await bodySentTo(`https://${host}/v1`)).not.toHaveProperty("store");
  });
});

type ModelResult = {
  text: string;
  calls: { name: string; input: unknown; invalid: boolean }[];
  error: unknown;
  finish: string | undefined;
};

/** Runs a turn like the engine: reads the full stream to its end. */
async function turn(
  limits: Partial<ModelLimits> = {},
  options: { signal?: AbortSignal } = {},
): Promise<ModelResult> {
  const result = streamText({
    model: model(limits),
    prompt: PROMPT,
    maxRetries: 0,
    onError: () => {},
    tools: {
      book: tool({ inputSchema: jsonSchema({ type: "object", properties: { day: { type: "string" } } }) }),
    },
    providerOptions: { parley: { task: "converse", known: { account_number: "canary value 77" } } },
    ...(options.signal && { abortSignal: options.signal }),
  });
  const turnResult: ModelResult = { text: "", calls: [], error: undefined, finish: undefined };
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") turnResult.text += part.text;
    if (part.type === "tool-call")
      turnResult.calls.push({ name: part.toolName, input: part.input, invalid: part.invalid === true });
    if (part.type === "error") turnResult.error ??= part.error;
    if (part.type === "finish") turnResult.finish = part.finishReason;
  }
  return turnResult;
}

function expectModelError(error: unknown, code: string): void {
  expect(error).toBeInstanceOf(ModelError);
  expect(error).toMatchObject({ code });
  const errorText = JSON.stringify(error) + String(error) + String((error as Error).cause);
  for (const secret of [KEY, PROMPT, "canary", server.host]) expect(errorText).not.toContain(secret);
}

describe("a model at an OpenAI-compatible server", () => {
  it("streams text, and sends the key, the model's name and none of the engine's options", async () => {
    server.script({ kind: "text", chunks: ["Grüß ", "Gott 👋"] });
    expect(await turn()).toMatchObject({ text: "Grüß Gott 👋", finish: "stop", error: undefined });
    const [request] = server.requests;
    expect(request).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(request?.body).toMatchObject({ model: "vendor/some-model:8b", stream: true });
    expect(JSON.stringify(request?.body)).not.toMatch(/canary value|parley|account_number/);
  });

  it("calls tools, with arguments in any number of pieces", async () => {
    const calls = [
      { name: "book", arguments: { day: "2026-11-24", note: 'a "quoted" – note' } },
      { name: "book", arguments: { day: "2026-11-25" } },
    ];
    for (const pieceChars of [1, 7, 1_000]) {
      server.script({ kind: "tools", calls, text: "One moment. ", pieceChars });
      const result = await turn();
      expect(result).toMatchObject({ text: "One moment. ", finish: "tool-calls", error: undefined });
      expect(result.calls.map((call) => call.input)).toEqual(calls.map((call) => call.arguments));
    }
  });

  it("passes invalid tool arguments on as an invalid call, so that the model can correct it", async () => {
    server.script({ kind: "tools", calls: [{ name: "book", arguments: '{"day": ' }] });
    expect((await turn()).calls).toMatchObject([{ name: "book", invalid: true }]);
  });

  it("answers unstreamed if no stream is requested", async () => {
    server.script({ kind: "text", chunks: ['{"day":', '"2026-11-24"}'] });
    const result = await generateText({ model: model(), prompt: PROMPT, maxRetries: 0 });
    expect(result.text).toBe('{"day":"2026-11-24"}');
    expect(server.requests[0]?.body.stream).not.toBe(true);
  });

  it("does not interrupt a slow but steady server", async () => {
    // Each piece is early, and all together take longer than the limit.
    const [pauseMs, limitMs] = [700, 3_000];
    server.script({ kind: "text", chunks: ["a", "b", "c", "d", "e"], pauseMs });
    const result = await turn({ idleMs: limitMs, firstByteMs: limitMs });
    expect(result).toMatchObject({ text: "abcde", error: undefined });
  });
});

const SSE_TEXT = 'data: {"id":"1","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n';
const FAULTS: [string, Reply, string][] = [
  ["a wrong key", { kind: "status", status: 401 }, "refused"],
  ["an unknown model", { kind: "status", status: 404, body: "no such model" }, "refused"],
  ["too many requests, twice", { kind: "status", status: 429 }, "rate_limited"],
  [
    "an internal error that quotes the prompt",
    { kind: "status", status: 500, body: JSON.stringify({ error: { message: PROMPT } }) },
    "unreachable",
  ],
  ["an overloaded gateway, twice", { kind: "status", status: 503 }, "unreachable"],
  ["a gateway's timeout", { kind: "status", status: 504 }, "timeout"],
  [
    "a redirect",
    { kind: "status", status: 307, headers: { location: "http://127.0.0.1:9/" } },
    "invalid_answer",
  ],
  ["silence before the headers", { kind: "hang" }, "timeout"],
  ["silence in the middle", { kind: "hang_midway", chunks: ["Hel", "lo"] }, "timeout"],
  ["a torn connection", { kind: "reset" }, "unreachable"],
  ["a connection torn in the middle", { kind: "raw", body: SSE_TEXT, tear: true }, "unreachable"],
  [
    "a web page",
    { kind: "raw", body: `<html><body>${PROMPT}</body></html>`, contentType: "text/html" },
    "invalid_answer",
  ],
  [
    "JSON that is no answer",
    { kind: "raw", body: '{"ok":true}', contentType: "application/json" },
    "invalid_answer",
  ],
  [
    "broken JSON in an event",
    { kind: "raw", body: `${SSE_TEXT}data: {"choices":[{"delta":\n\n` },
    "invalid_answer",
  ],
  [
    "events of the wrong shape",
    { kind: "raw", body: 'data: {"choices":"none"}\n\ndata: [DONE]\n\n' },
    "invalid_answer",
  ],
  ["a stream that ends without a finish", { kind: "raw", body: SSE_TEXT }, "invalid_answer"],
  [
    "a stream that ends in the middle of an event",
    { kind: "raw", body: SSE_TEXT.slice(0, -20) },
    "invalid_answer",
  ],
  ["an empty answer", { kind: "raw", body: "" }, "invalid_answer"],
  ["nothing but the end mark", { kind: "raw", body: "data: [DONE]\n\n" }, "invalid_answer"],
  [
    "an error inside the stream",
    { kind: "raw", body: `data: ${JSON.stringify({ error: { message: PROMPT } })}\n\n` },
    "unreachable",
  ],
  ["an answer without end", { kind: "endless" }, "invalid_answer"],
  ["binary rubbish", { kind: "raw", body: "\u0000\u0001\ufffd\u0000".repeat(50) }, "invalid_answer"],
];

describe("a server error becomes one typed error that quotes nothing", () => {
  it.each(FAULTS)("streamed: %s", async (_name, reply, code) => {
    server.script(reply);
    const result = await turn(limitsFor(reply));
    expectModelError(result.error, code);
    expect(result.finish ?? "error").toBe("error");
  });

  const wholeToo = FAULTS.filter(
    ([, reply]) => reply.kind !== "hang_midway" && !(reply.kind === "raw" && reply.tear),
  );
  it.each(wholeToo)("unstreamed: %s", async (_name, reply, code) => {
    server.script(reply);
    const error: unknown = await generateText({
      model: model(limitsFor(reply)),
      prompt: PROMPT,
      maxRetries: 0,
    }).catch((rejection: unknown) => rejection);
    const expectedCode = reply.kind === "raw" && reply.body.includes('"error"') ? "invalid_answer" : code;
    expectModelError(error, expectedCode);
  });

  it("keeps the whole sentences received before an error, and ends the answer after them", async () => {
    server.script({ kind: "hang_midway", chunks: ["Hel", "lo. And", " I"] });
    expect(await turn(SHORT)).toMatchObject({ text: "Hello. ", error: undefined, finish: "other" });
  });

  it("closes the connection of a canceled request", async () => {
    server.script({ kind: "hang_midway", chunks: ["Hello"] });
    await turn(SHORT);
    await server.clientGone();
    expect(server.requests).toHaveLength(1);
  });

  it("rejects an unreachable server, an internal address and an invalid URL", async () => {
    const tell = async (baseUrl: string): Promise<unknown> =>
      generateText({ model: model({}, baseUrl), prompt: PROMPT, maxRetries: 0 }).catch(
        (error: unknown) => error,
      );
    const { baseUrl } = server;
    await server.close();
    expectModelError(await tell(baseUrl), "unreachable");
    expectModelError(await tell("http://169.254.169.254/v1"), "refused");
    expect(() => model({}, "ftp://example.com")).toThrow(ModelError);
  });

  it("a slow endless answer ends at the total time limit", async () => {
    server.script({ kind: "text", chunks: Array.from({ length: 200 }, () => "x"), pauseMs: 50 });
    expectModelError((await turn({ totalMs: 400 })).error, "timeout");
  });
});

describe("the caller's abort", () => {
  it("ends the stream and the connection, and does not count as a failure of the model", async () => {
    const caller = new AbortController();
    server.script(() => {
      queueMicrotask(() => caller.abort(new Error("barge-in")));
      return { kind: "hang_midway", chunks: ["Hello"] };
    });
    const result = await turn({}, { signal: caller.signal });
    expect(result.error).not.toBeInstanceOf(ModelError);
    await server.clientGone();
  });
});

describe("resolveModel", () => {
  it("uses a built-in model from the registry, and rejects an unknown one", () => {
    const rehearsal = model() as Exclude<LanguageModel, string> & { specificationVersion: "v3" };
    const builtins = { rehearsal: () => rehearsal };
    expect(resolveModel({ model: "builtin:rehearsal", builtins })).toBe(rehearsal);
    for (const id of ["builtin:other", "builtin:toString", "builtin:__proto__"]) {
      expect(() => resolveModel({ model: id, builtins })).toThrow(ModelError);
    }
  });

  it("rejects another provider's model without a credential", () => {
    expect(() => resolveModel({ model: "openai-compatible:x", builtins: {} })).toThrow(ModelError);
  });

  it("reuses a server's model only with the same name, address, key and limits", () => {
    const base = {
      model: "openai-compatible:x",
      credential: { base_url: server.baseUrl, api_key: KEY },
      builtins: {},
      egress,
      limits: LIMITS,
    };
    const first = resolveModel(base);
    expect(resolveModel({ ...base, credential: { ...base.credential } })).toBe(first);
    for (const changed of [
      { model: "openai-compatible:y" },
      { credential: { ...base.credential, base_url: `${server.baseUrl}/other` } },
      { credential: { ...base.credential, api_key: "sk-rotated" } },
      { credential: { ...base.credential, api_key: null } },
      { limits: { ...LIMITS, idleMs: 1 } },
      { egress: createHttpClient({ allowedHosts: [server.host] }) },
    ])
      expect(resolveModel({ ...base, ...changed })).not.toBe(first);
  });

  it("sends no authorization if the credential has no key", async () => {
    server.restrict({ apiKey: null });
    const open = resolveModel({
      model: "openai-compatible:x",
      credential: { base_url: `${server.baseUrl}/`, api_key: null },
      builtins: {},
      egress,
      limits: LIMITS,
    });
    await generateText({ model: open, prompt: PROMPT, maxRetries: 0 });
    expect(server.requests[0]).toMatchObject({ path: "/v1/chat/completions" });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});
