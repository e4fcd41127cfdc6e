import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenAiServer, startOpenAiServer, TEST_KEY } from "./open-ai-server";

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());

const USER = { role: "user", content: "Hello" };
const call = (id: string) => ({ id, type: "function", function: { name: "book", arguments: "{}" } });
const tool = (name: string, parameters: unknown = { type: "object", properties: {} }) => ({
  type: "function",
  function: { name, parameters },
});

type Options = { key?: string | null; path?: string; raw?: string };
async function ask(extra: object, { key = TEST_KEY, path = "/chat/completions", raw }: Options = {}) {
  const body = { model: "gpt-4o", messages: [USER], ...extra };
  const response = await fetch(`${server.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: raw ?? JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { error?: object } };
}

describe("a strict model server", () => {
  it("answers like the API", async () => {
    const messages = [
      { role: "system", content: "Be kind." },
      USER,
      { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
      { role: "tool", tool_call_id: "b", content: "{}" },
      { role: "tool", tool_call_id: "a", content: "{}" },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
      USER,
    ];
    const schema = { type: "object", properties: { day: { type: "array", items: { type: "string" } } } };
    const full = { messages, tools: [tool("book_a-table", schema)], tool_choice: "auto", temperature: 0.2 };
    expect(await ask(full)).toMatchObject({ status: 200, body: { object: "chat.completion" } });
    expect(await ask({ model: "o3-mini", max_completion_tokens: 10 })).toMatchObject({ status: 200 });
  });

  it.each<[string, object, Options, number, object]>([
    ["no key", {}, { key: null }, 401, { code: null }],
    ["a wrong key", {}, { key: "sk-other" }, 401, { code: "invalid_api_key" }],
    ["another path", {}, { path: "/completions" }, 404, {}],
    ["no JSON", {}, { raw: "{" }, 400, {}],
  ])("rejects %s", async (_, extra, options, status, error) => {
    const answer = await ask(extra, options);
    expect(answer).toMatchObject({ status, body: { error: { type: "invalid_request_error", ...error } } });
  });

  const answered = { role: "assistant", content: null, tool_calls: [call("a")] };
  it.each<[string, object, object]>([
    ["no model", { model: undefined }, { message: "you must provide a model parameter" }],
    ["an unknown field", { thinking: true }, { message: "Unrecognized request argument supplied: thinking" }],
    ["a number as text", { temperature: "0" }, { param: "temperature", code: "invalid_type" }],
    ["stream options without a stream", { stream_options: {} }, { param: "stream_options" }],
    ["no messages", { messages: [] }, { param: "messages", code: "empty_array" }],
    [
      "an unknown role",
      { messages: [{ role: "caller", content: "x" }] },
      { param: "messages[0].role", code: "invalid_value" },
    ],
    ["null content", { messages: [{ role: "user", content: null }] }, { param: "messages.[0].content" }],
    ["blank content", { messages: [{ role: "user", content: "  " }] }, { param: "messages.[0].content" }],
    [
      "an assistant that neither speaks nor calls",
      { messages: [USER, { role: "assistant", content: null }] },
      { param: "messages.[1].content" },
    ],
    [
      "a tool message without a call",
      { messages: [USER, { role: "tool", tool_call_id: "a", content: "x" }] },
      { param: "messages.[1].role" },
    ],
    ["a tool call without a result", { messages: [USER, answered, USER] }, { param: "messages.[2].role" }],
    [
      "a tool call without a result at the end",
      { messages: [USER, answered] },
      { param: "messages.[2].role" },
    ],
    [
      "a result of another call",
      { messages: [USER, answered, { role: "tool", tool_call_id: "b", content: "x" }] },
      { param: "messages.[2].role" },
    ],
    [
      "arguments that are no text",
      {
        messages: [
          USER,
          { ...answered, tool_calls: [{ ...call("a"), function: { name: "x", arguments: {} } }] },
        ],
      },
      { code: "invalid_type" },
    ],
    ["no tools in the list", { tools: [] }, { param: "tools", code: "empty_array" }],
    ["a choice of tools without tools", { tool_choice: "none" }, { param: "tool_choice" }],
    [
      "a tool's name with spaces",
      { tools: [tool("book it")] },
      { param: "tools[0].function.name", code: "invalid_value" },
    ],
    [
      "a tool's name that is too long",
      { tools: [tool("x".repeat(65))] },
      { code: "string_above_max_length" },
    ],
    [
      "parameters that are no object's",
      { tools: [tool("x", { type: "string" })] },
      { param: "tools[0].function.parameters", code: "invalid_function_parameters" },
    ],
    [
      "parameters without properties",
      { tools: [tool("x", { type: "object" })] },
      { code: "invalid_function_parameters" },
    ],
    [
      "an array without items",
      { tools: [tool("x", { type: "object", properties: { a: { type: "array" } } })] },
      { code: "invalid_function_parameters" },
    ],
    [
      "an unknown type",
      { tools: [tool("x", { type: "object", properties: { a: { type: "date" } } })] },
      { code: "invalid_function_parameters" },
    ],
    [
      "an empty enum",
      { tools: [tool("x", { type: "object", properties: { a: { enum: [] } } })] },
      { code: "invalid_function_parameters" },
    ],
    [
      "max_tokens for a reasoning model",
      { model: "o3-mini", max_tokens: 10 },
      { param: "max_tokens", code: "unsupported_parameter" },
    ],
    [
      "a temperature for a reasoning model",
      { model: "gpt-5", temperature: 0.2 },
      { param: "temperature", code: "unsupported_value" },
    ],
  ])("rejects %s", async (_, extra, error) => {
    const before = server.rejected.length;
    const answer = await ask(extra);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", ...error } },
    });
    expect(server.rejected).toHaveLength(before + 1);
  });

  it("rejects a model that does not exist, and a context that is too long", async () => {
    server.restrict({ models: ["gpt-4o"], contextTokens: 100 });
    expect(await ask({ model: "m" })).toMatchObject({
      status: 404,
      body: { error: { code: "model_not_found" } },
    });
    const long = [{ role: "user", content: "word ".repeat(200) }];
    expect(await ask({ messages: long })).toMatchObject({
      status: 400,
      body: { error: { code: "context_length_exceeded", param: "messages" } },
    });
    expect(await ask({})).toMatchObject({ status: 200 });
  });
});
