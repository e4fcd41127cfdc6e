import type { LanguageModelV3CallOptions, LanguageModelV3Prompt } from "@ai-sdk/provider";
import { generateText, streamText } from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  Conclusion,
  engineTools,
  outcomeTags,
  PARLEY,
  parseParleyMetadata,
} from "@/lib/calls/conversation/model-contract";
import { intentOf } from "@/lib/calls/conversation/understand";
import { rehearsalModel } from ".";
import { agent, Conversation, NOW, variable } from "./engine.fixture";

const model = rehearsalModel({ now: () => new Date(NOW) });

const everyType = agent({
  disclosure: { enabled: true, text: "I am an automated assistant." },
  variables: [
    variable("account_number", "string", { sensitive: true }),
    variable("reason", "string", { description: "the reason for your call" }),
    variable("people", "number"),
    variable("insured", "boolean", { description: "whether you are insured" }),
    variable("day", "date"),
    variable("time", "time"),
    variable("phone", "phone"),
    variable("email", "email"),
    variable("plan", "choice", { choices: ["Basic", "Plus"] }),
  ],
  outcomes: [
    { tag: "booked", description: "" },
    { tag: "not_booked", description: "" },
  ],
});

// Caller texts: answers, requests, corrections, noise, and arbitrary text.
const utterance = fc.oneof(
  fc.constantFrom(
    "one two three four",
    "My account number is 1234",
    "my tooth hurts",
    "two people",
    "yes",
    "no",
    "yeah, right",
    "next Tuesday",
    "November 24",
    "half past two",
    "at 3",
    "+1 212 555 0123",
    "jane at example dot test",
    "the second one",
    "Plus",
    "purple",
    "hello?",
    "repeat that please",
    "a human",
    "stop calling me",
    "goodbye",
    "I don't know",
    "no, the day is Wednesday",
    "the account number is wrong",
    "actually it's five six seven eight",
    "call me back tomorrow at 3",
    "[account_number]",
    "which one?",
    "12345678901234567890",
    "",
  ),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.lorem({ maxCount: 12 }),
);

const callOptions = (
  prompt: LanguageModelV3Prompt,
  agentUnderTest = everyType,
): LanguageModelV3CallOptions => ({
  prompt,
  tools: engineTools(agentUnderTest),
  providerOptions: { [PARLEY]: { task: "converse", agent: agentUnderTest, now: NOW } },
});

/** Runs the policy against callers directly: quicker than through the SDK, for many runs. */
async function play(
  callers: readonly string[],
  agentUnderTest = everyType,
  tools: { name: string; ok: boolean }[] = [],
) {
  const prompt: LanguageModelV3Prompt = [{ role: "system", content: "prompt" }];
  const texts: string[] = [];
  const left = [...callers];
  for (;;) {
    const options = callOptions(prompt, agentUnderTest);
    options.tools?.push(
      ...tools.map((t) => ({
        type: "function" as const,
        name: t.name,
        inputSchema: { type: "object" as const },
      })),
    );
    const { content, providerMetadata } = await model.doGenerate(options);
    const text = content.flatMap((p) => (p.type === "text" ? [p.text] : [])).join("");
    const calls = content.filter((p) => p.type === "tool-call");
    if (text !== "") texts.push(text);
    checkSpeaks(text, providerMetadata);
    prompt.push({
      role: "assistant",
      content: [
        ...(text === "" ? [] : [{ type: "text" as const, text }]),
        ...calls.map((c) => ({
          type: "tool-call" as const,
          toolCallId: c.toolCallId,
          toolName: c.toolName,
          input: JSON.parse(c.input),
        })),
      ],
    });
    for (const call of calls) {
      const ok = tools.find((t) => t.name === call.toolName)?.ok ?? true;
      prompt.push({
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: call.toolCallId,
            toolName: call.toolName,
            output: { type: "json", value: { ok } },
          },
        ],
      });
    }
    const ended = calls.some(
      (c) =>
        c.toolName === "end_call" ||
        (c.toolName === "transfer_to_human" && tools.some((t) => t.name === c.toolName && t.ok)),
    );
    const next = calls.length === 0 ? left.shift() : null;
    if (ended || next === undefined) return { prompt, texts, ended };
    if (next !== null) prompt.push({ role: "user", content: [{ type: "text", text: next }] });
  }
}

function checkSpeaks(text: string, metadata: Record<string, unknown> | undefined): void {
  const parley = parseParleyMetadata(metadata);
  expect(parley).not.toBeNull();
  for (const { start, end } of parley?.speaks ?? []) {
    expect(end).toBeGreaterThan(start);
    expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
    expect(end).toBeLessThanOrEqual(text.length);
  }
}

// Three tries for each of nine questions, for the read-back, for which is wrong and for leaving, and the asides between.
const LONGEST_DIALOGUE = 80;

// Many whole dialogs, which take long on a busy machine.
describe("for all callers", { timeout: 120_000 }, () => {
  it("every dialog ends, and no question is asked more than three times without a request to repeat it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(utterance, { minLength: LONGEST_DIALOGUE, maxLength: LONGEST_DIALOGUE }),
        async (callerTexts) => {
          const { texts, ended } = await play(callerTexts.map((s) => (s.trim() === "" ? "…" : s)));
          const repeats = Math.min(6, callerTexts.filter((s) => intentOf(s, "en") === "repeat").length);
          expect(ended).toBe(true);
          for (const name of ["account number", "people", "day", "phone", "email"]) {
            const questions = texts.filter((t) =>
              new RegExp(`(?:What is|Could you tell me|Please tell me) your ${name}[?.]`).test(t),
            );
            expect(questions.length).toBeLessThanOrEqual(3 + repeats);
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it("every dialog ends, also for an agent without questions, and with tools that succeed or fail", async () => {
    const tools = fc
      .subarray(["opt_out", "transfer_to_human", "schedule_callback", "book"])
      .chain((names) => fc.tuple(...names.map((name) => fc.boolean().map((ok) => ({ name, ok })))));
    const agents = fc.constantFrom(agent({}), { ...everyType, variables: everyType.variables.slice(0, 2) });
    const callerTexts = fc.array(
      utterance.filter((s) => s.trim() !== ""),
      { minLength: LONGEST_DIALOGUE, maxLength: LONGEST_DIALOGUE },
    );
    await fc.assert(
      fc.asyncProperty(callerTexts, agents, tools, async (callers, agentUnderTest, toolSet) => {
        expect((await play(callers, agentUnderTest, toolSet)).ended).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it("the same history is answered the same, to the letter", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          utterance.filter((s) => s.trim() !== ""),
          { maxLength: 12 },
        ),
        async (callerTexts) => {
          const { prompt } = await play(callerTexts);
          const laterModel = rehearsalModel({ now: () => new Date("2030-01-01T00:00:00.000Z") });
          expect(await laterModel.doGenerate(callOptions(prompt))).toEqual(
            await model.doGenerate(callOptions(structuredClone(prompt))),
          );
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe("streaming", () => {
  it("the deltas joined are the text of doGenerate, word by word", async () => {
    const { prompt } = await play(["1234"]);
    const whole = await model.doGenerate(callOptions(prompt));
    const { stream } = await model.doStream(callOptions(prompt));
    const deltas: string[] = [];
    await stream.pipeTo(
      new WritableStream({
        write: (part) => {
          if (part.type === "text-delta") deltas.push(part.delta);
        },
      }),
    );
    expect(deltas.length).toBeGreaterThan(3);
    expect([{ type: "text", text: deltas.join("") }]).toEqual(whole.content);
  });

  it("stops at the next word when it is aborted, with the reason of the abort", async () => {
    const abort = new AbortController();
    const { stream } = await model.doStream({ ...callOptions([]), abortSignal: abort.signal });
    const reader = stream.getReader();
    const read = async () => (await reader.read()).value?.type;
    expect([await read(), await read(), await read()]).toEqual(["stream-start", "text-start", "text-delta"]);
    abort.abort(new Error("barge-in"));
    await expect(reader.read()).rejects.toThrow("barge-in");
  });

  it("aborted through the SDK gives the SDK's abort, and no finish", async () => {
    const abort = new AbortController();
    const c = new Conversation(everyType);
    const types: string[] = [];
    for await (const part of streamText({ ...c.request(), abortSignal: abort.signal }).fullStream) {
      types.push(part.type);
      if (part.type === "text-delta") abort.abort();
    }
    expect(types).toContain("abort");
    expect(types).not.toContain("finish");
  });

  it("does not begin when the signal is aborted already", async () => {
    await expect(
      model.doStream({ ...callOptions([]), abortSignal: AbortSignal.abort(new Error("gone")) }),
    ).rejects.toThrow("gone");
  });
});

describe("what the model says about its answer", () => {
  it("points exactly at each value that it says", async () => {
    const c = new Conversation(everyType);
    await c.tell(
      "one two three four",
      "my tooth hurts",
      "two",
      "yes",
      "next Tuesday",
      "half past two",
      "212 555 0123",
      "Jane@Example.test",
      "plus",
    );
    const last = c.agentTurns.at(-1);
    const spokenValues = Object.fromEntries(
      last?.speaks.map((s) => [s.variable, last.text.slice(s.start, s.end)]) ?? [],
    );
    expect(spokenValues).toEqual({
      account_number: "1 2 3 4",
      reason: "my tooth hurts",
      people: "2",
      insured: "yes",
      day: "Tuesday 24 November",
      time: "2:30 pm",
      phone: "+1 212 555 0123",
      email: "jane@example.test",
      plan: "Plus",
    });
  });

  it("names the variable that it asks for, and at the read-back the sensitive one", async () => {
    const c = new Conversation({ ...everyType, variables: everyType.variables.slice(0, 2) });
    await c.tell("1234", "my tooth hurts", "yes");
    expect(c.agentTurns.map((s) => s.asking)).toEqual(["account_number", "reason", "account_number", null]);
  });
});

describe("extract and conclude", { timeout: 120_000 }, () => {
  const ask = async (c: Conversation, task: "extract" | "conclude") => {
    const { text } = await generateText({
      model,
      system: "task",
      messages: c.messages,
      providerOptions: c.parley(task),
    });
    return JSON.parse(text);
  };

  it("extract gives the values of the history", async () => {
    const c = new Conversation(everyType);
    await c.tell("1234", "my tooth hurts", "no, goodbye");
    expect(await ask(c, "extract")).toEqual({ account_number: "1234", reason: "my tooth hurts" });
  });

  it("extract finds what was said but never noted, as when the call broke off", async () => {
    const c = new Conversation(everyType);
    await c.open();
    c.messages.push({ role: "user", content: "it's 1234" });
    expect(await ask(c, "extract")).toEqual({ account_number: "1234" });
  });

  it("extract keeps a day as it was noted, also when it is read on another day", async () => {
    const c = new Conversation(agent({ variables: [variable("day", "date")] }));
    await c.tell("tomorrow");
    const later = { [PARLEY]: { task: "extract", agent: c.agent, now: "2026-12-24T00:00:00.000Z" } };
    const { text } = await generateText({ model, messages: c.messages, providerOptions: later });
    expect(JSON.parse(text)).toEqual({ day: "2026-11-22" });
  });

  it("conclude names the outcome and what was asked, and quotes no value", async () => {
    const c = new Conversation({ ...everyType, variables: everyType.variables.slice(0, 2) });
    await c.tell("1234", "my tooth hurts", "yes");
    expect(await ask(c, "conclude")).toEqual({
      outcome: "booked",
      summary: "The caller gave the account number and the reason and confirmed what was read back.",
      successful: true,
    });
  });

  it("conclude reads a masked history", async () => {
    const c = new Conversation({
      ...everyType,
      variables: everyType.variables.slice(3, 5).map((v) => ({ ...v, sensitive: true })),
    });
    await c.tell("yes", "next Tuesday", "yes");
    const masked = JSON.parse(
      JSON.stringify(c.messages)
        .replace('"content":"yes"', '"content":"[insured]"')
        .replace("next Tuesday", "[day]")
        .replace('"insured":true', '"insured":{"masked":true}')
        .replace('"day":"2026-11-24"', '"day":{"masked":true}')
        .replace("insured yes, day Tuesday 24 November", "insured [insured], day [day]"),
    );
    c.messages.splice(0, c.messages.length, ...masked);
    expect(await ask(c, "conclude")).toEqual({
      outcome: "booked",
      summary: "The caller gave the insured and the day and confirmed what was read back.",
      successful: true,
    });
  });

  it("conclude of a call that broke off is not successful and says what is missing", async () => {
    const c = new Conversation({ ...everyType, variables: everyType.variables.slice(0, 2) });
    await c.tell("1234");
    expect(await ask(c, "conclude")).toEqual({
      outcome: "not_booked",
      summary: "The caller gave the account number but not the reason.",
      successful: false,
    });
  });

  it("conclude never fails and always answers a tag of the agent", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          utterance.filter((s) => s.trim() !== ""),
          { maxLength: 12 },
        ),
        async (callerTexts) => {
          const { prompt } = await play(callerTexts);
          const result = await model.doGenerate({
            prompt,
            providerOptions: { [PARLEY]: { task: "conclude", agent: everyType } },
          });
          const [part] = result.content;
          const conclusion = Conclusion.parse(JSON.parse(part?.type === "text" ? part.text : ""));
          expect(outcomeTags(everyType)).toContain(conclusion.outcome);
        },
      ),
      { numRuns: 10 },
    );
  });
});

it("refuses a request that is not the engine's", async () => {
  await expect(model.doGenerate({ prompt: [] })).rejects.toThrow("the engine's options");
});
