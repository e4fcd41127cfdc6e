import type { LanguageModelV3, LanguageModelV3Message, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { variable } from "@/lib/calls/offline/model/engine.fixture";
import { advanceConversation } from "./advance-conversation";
import { applyEndFacts } from "./end-facts";
import type { Conversation, Ports } from "./ports";
import { type ConversationEvent, initialState, type StoredTurn, type SuppressionAction } from "./state";
import { contextOf } from "./testing/table-context";
import type { TurnContext } from "./turn-context";
import { claimsOptOut } from "./understand";

const TEXT = "Hello, you are speaking with an automated assistant.";
const STOP = { inputTokens: {}, outputTokens: {} } as never;

/** A model that streams the given answers in pieces and ignores the prompt. */
function createScriptedModel(
  answers: readonly (readonly string[])[],
): LanguageModelV3 & { prompts: LanguageModelV3Message[][] } {
  const remainingAnswers = [...answers];
  const prompts: LanguageModelV3Message[][] = [];
  return {
    prompts,
    specificationVersion: "v3",
    provider: "test",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Only doStream is supported.")),
    async doStream({ prompt }) {
      prompts.push([...prompt]);
      const chunks = (remainingAnswers.length > 1 ? remainingAnswers.shift() : remainingAnswers[0]) ?? [];
      const parts: LanguageModelV3StreamPart[] = [
        ...chunks.map((delta) => ({ type: "text-delta" as const, id: "1", delta })),
        { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage: STOP },
      ];
      const stream = new ReadableStream<LanguageModelV3StreamPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
}

const createContext = (model: LanguageModelV3, extra: Partial<TurnContext> = {}): TurnContext => ({
  ...contextOf(
    { variables: [variable("people", "number")], disclosure: { enabled: true, text: TEXT } },
    model,
  ),
  ...extra,
});

/** Runs events one after the other. Logs what was said, stored and suppressed, in order. */
async function playEvents(
  context: TurnContext,
  events: readonly ConversationEvent[],
  ports: Partial<Ports> = {},
) {
  const log: string[] = [];
  let conversation: Conversation = { state: initialState({}), turns: [] };
  for (const event of events) {
    conversation = await advanceConversation(context, conversation, event, {
      storeTurns: async (
        changed: readonly StoredTurn[],
        _,
        __,
        suppressionActions: readonly SuppressionAction[],
      ) => {
        for (const { role, text } of changed) log.push(`${role}: ${text}`);
        for (const action of suppressionActions) log.push(`! ${action}`);
      },
      onTurn: () => log.push("…"),
      runTool: async ({ name }) => {
        log.push(`tool ${name}`);
        return { ok: true, result: {} };
      },
      onModelError: (error) => {
        throw error;
      },
      now: () => 0,
      signal: new AbortController().signal,
      ...ports,
    });
  }
  return { ...conversation, log };
}

const OPENED: ConversationEvent = { type: "opened" };
const callerSays = (text: string): ConversationEvent => ({ type: "caller_said", text, atMs: 0 });
const createHelloModel = () => createScriptedModel([["How can ", "I help?"]]);

describe("an opt-out request", () => {
  it("is applied in the write that stores the words, before the answer is heard", async () => {
    const { log, state } = await playEvents(createContext(createHelloModel()), [
      OPENED,
      callerSays("please stop calling me"),
    ]);
    expect(log.slice(log.indexOf("caller: please stop calling me"))).toEqual([
      "caller: please stop calling me",
      "! suppress",
      "…",
      "agent: I have removed your number, so we will not call or text you again. Did I get that right?",
    ]);
    expect(state.phase).toBe("listening");
  });

  it("counts as the last words before hanging up", async () => {
    const lastWords = { text: "don't ever call me again", startMs: 1, endMs: 2 };
    const { log, state } = await playEvents(createContext(createHelloModel()), [
      OPENED,
      { type: "hung_up", atMs: 3, lastWords },
    ]);
    expect(log).toContain("! suppress");
    expect(state.endReason).toBe("opted_out");
    const confirmed = await playEvents(createContext(createHelloModel()), [
      OPENED,
      callerSays("leave me alone"),
      { type: "hung_up", atMs: 3, lastWords: { ...lastWords, text: "yes" } },
    ]);
    expect(confirmed.log).toContain("! suppress");
  });

  it("stands after silence and after a hangup", async () => {
    for (const endEvent of [{ type: "fell_silent" }, { type: "hung_up", atMs: 3 }] as const) {
      const { log, state } = await playEvents(createContext(createHelloModel()), [
        OPENED,
        callerSays("unsubscribe me"),
        endEvent,
      ]);
      expect(log).not.toContain("! lift");
      expect(state.endReason).toBe("opted_out");
    }
    const { state } = await playEvents(createContext(createHelloModel()), [
      OPENED,
      callerSays("unsubscribe me"),
      { type: "stayed_silent" },
    ]);
    expect(state).toMatchObject({ phase: "ended", endReason: "opted_out" });
  });

  it("is confirmed again by a process that takes over the call, and applied once", async () => {
    const context = createContext(createHelloModel());
    const { state, turns } = await playEvents(context, [OPENED, callerSays("stop calling me")]);
    const interrupted = {
      state: { ...state, phase: "thinking", say: { line: "opted_out", next: "listen" } } as const,
      turns,
    };
    const log: string[] = [];
    await advanceConversation(
      context,
      interrupted,
      { type: "resumed", atMs: 9 },
      {
        storeTurns: async (changed, _, __, suppressionActions) => {
          log.push(...changed.map(({ text }) => text ?? ""), ...suppressionActions);
        },
        runTool: () => Promise.reject(new Error("No tool is expected.")),
        onModelError: () => undefined,
        now: () => 0,
        signal: new AbortController().signal,
      },
    );
    expect(log).toEqual([expect.stringContaining("I have removed your number")]);
  });

  it("leaves the model's own question unanswered if the engine asked back", async () => {
    const { turns } = await playEvents(createContext(createHelloModel()), [
      OPENED,
      callerSays("leave me alone"),
      callerSays("yes"),
    ]);
    expect(turns.findLast(({ role }) => role === "caller")).toMatchObject({
      answers: null,
      engineTopic: "opt_out",
    });
  });

  it("ends a conversation without a word if the channel does not reach a suppressed number", async () => {
    const context = createContext(createHelloModel(), {
      capabilities: { hasNumber: true, hasHuman: false, canReachSuppressed: false },
    });
    const { state, log } = await playEvents(context, [
      OPENED,
      callerSays("leave me alone"),
      callerSays("yes"),
    ]);
    expect(log.slice(-2)).toEqual(["caller: yes", "! suppress"]);
    expect(state).toMatchObject({ phase: "ended", endReason: "opted_out" });
  });

  it("is none if the words are one of the requested choices", async () => {
    const providerMetadata = { parley: { asking: "move", speaks: [] } };
    const model = createHelloModel();
    const askingModel: LanguageModelV3 = {
      ...model,
      async doStream(options) {
        const { stream } = await model.doStream(options);
        const markedStream = stream.pipeThrough(
          new TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart>({
            transform: (part, controller) =>
              controller.enqueue(part.type === "finish" ? { ...part, providerMetadata } : part),
          }),
        );
        return { stream: markedStream };
      },
    };
    const context = createContext(askingModel);
    context.agent = {
      ...context.agent,
      variables: [variable("move", "choice", { choices: ["go", "stop"] })],
    };
    const { state } = await playEvents(context, [OPENED, callerSays("Stop")]);
    expect(state.optOut).toBeUndefined();
  });
});

describe("a request for a person", () => {
  it("is fulfilled by the engine, independent of the model and the agent's tools", async () => {
    const context = createContext(createHelloModel(), {
      capabilities: { hasNumber: true, hasHuman: true, canReachSuppressed: true },
    });
    const { log, state } = await playEvents(context, [OPENED, callerSays("let me talk to a person")]);
    expect(log).toContain("tool transfer_to_human");
    expect(state.endReason).toBe("transferred");
  });

  it("that fails is reported by the engine, and the conversation continues", async () => {
    const context = createContext(createHelloModel(), {
      capabilities: { hasNumber: true, hasHuman: true, canReachSuppressed: true },
    });
    const runTool = async () => ({ ok: false, result: { error: { code: "busy" } } });
    const { turns, state } = await playEvents(context, [OPENED, callerSays("operator")], { runTool });
    expect(turns.at(-1)?.text).toBe(
      "I am sorry, nobody can be reached right now, but I can go on with you. How can I help?",
    );
    expect(state.phase).toBe("listening");
  });
});

describe("the disclosure on channels with speech", () => {
  it("is said while the model is still thinking", async () => {
    const log: string[] = [];
    let resolveAnswer = (_: string[]): void => undefined;
    const answerPromise = new Promise<string[]>((resolve) => {
      resolveAnswer = resolve;
    });
    const slowModel = createHelloModel();
    const model: LanguageModelV3 = {
      ...slowModel,
      async doStream(options) {
        log.push(...(await answerPromise));
        return slowModel.doStream(options);
      },
    };
    const result = playEvents(createContext(model), [OPENED], {
      onText: (text) => {
        log.push(text);
        if (log.length === 1) resolveAnswer(["(the model answers)"]);
      },
      waitForPlayback: async (utterance) => ({
        text: utterance?.text ?? "",
        isComplete: true,
        startMs: 0,
        endMs: 1,
        latencyMs: null,
      }),
    });
    const { turns } = await result;
    expect(log.slice(0, 2)).toEqual([`${TEXT} `, "(the model answers)"]);
    expect(turns.map(({ text }) => text)).toEqual([`${TEXT} How can I help?`]);
  });
});

describe("a model's false claim of an opt-out", () => {
  it.each([
    "We will not contact you again.",
    "Sure, we won't call you anymore.",
    "I have removed you from our list.",
    "You've been unsubscribed.",
    "Your number has been removed from our database.",
    "You will no longer receive calls from us.",
    "I'll take you off our list right away.",
    "You won't hear from us again.",
    "I have added you to our do not call list.",
  ])("is detected: %s", (text) => expect(claimsOptOut(text)).toBe(true));

  it.each([
    "We will not call you before nine.",
    "Would you like me to remove you from our list?",
    "I have removed the second order.",
    "You have been removed from the waiting list.",
    "We will call you again on Monday.",
    "I will not contact you about that order.",
    "Which number should we call?",
  ])("is not detected in: %s", (text) => expect(claimsOptOut(text)).toBe(false));
});

describe("the conclusion", () => {
  const modelConclusion = {
    outcome: "booked",
    summary: "The caller was happy to be called again.",
    successful: true,
  };
  it("of a call whose caller opted out comes from the engine alone", () => {
    const facts = {
      endReason: "agent_ended",
      optOut: { at: "standing", askCount: 0 },
      hasRefusedRecording: true,
    } as const;
    expect(applyEndFacts(modelConclusion, facts)).toEqual({
      outcome: "opted_out",
      successful: false,
      summary:
        "The caller asked not to be contacted again, and their number was removed. The caller did not want to be recorded.",
    });
  });

  it("of a call whose caller declined the recording says so, and no model can contradict it", () => {
    const conclusion = { ...modelConclusion, summary: "They booked a table. They agreed to the recording." };
    const facts = { endReason: "agent_ended", optOut: undefined, hasRefusedRecording: true } as const;
    expect(applyEndFacts(conclusion, facts)).toEqual({
      ...conclusion,
      summary: "The caller did not want to be recorded. They booked a table.",
    });
    expect(applyEndFacts(conclusion, { ...facts, endReason: "declined" })).toMatchObject({
      outcome: "declined",
      successful: false,
    });
  });
});
