import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advanceConversation } from "./advance-conversation";
import type { Conversation } from "./ports";
import { startReplyDraft } from "./reply-draft";
import { type ConversationEvent, initialState } from "./state";
import { builtinModel, tableContext } from "./testing/table-context";
import type { TurnContext } from "./turn-context";

const now = () => 0;
const never = new AbortController().signal;
const callerSaid = (text: string) => ({ type: "caller_said", text, atMs: 0 }) as const;

/** A model that counts its requests, in front of another one. */
function counted(model: LanguageModelV3) {
  const signals: (AbortSignal | undefined)[] = [];
  const counting: LanguageModelV3 = {
    specificationVersion: "v3",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: (options) => model.doGenerate(options),
    doStream(options) {
      signals.push(options.abortSignal);
      return model.doStream(options);
    },
  };
  return { model: counting, signals };
}

const advance = (context: TurnContext, conversation: Conversation, event: ConversationEvent) =>
  advanceConversation(context, conversation, event, {
    storeTurns: async () => undefined,
    runTool: () => Promise.reject(new Error("No tool is expected.")),
    onModelError: (error) => Promise.reject(error),
    isSuppressedElsewhere: async () => false,
    now,
    signal: never,
  });
const opened = () => advance(tableContext(), { state: initialState({}), turns: [] }, { type: "opened" });

/** Advances with a draft for `drafted`, and then the words `final`. */
async function advanceWithDraft(drafted: string, final: string) {
  const { model, signals } = counted(builtinModel());
  const context = tableContext(model);
  const conversation = await opened();
  const draft = await startReplyDraft(context, conversation, callerSaid(drafted), { now, signal: never });
  const reused = draft === null ? context : { ...context, model: draft.reuse(model) };
  const result = await advance(reused, conversation, callerSaid(final));
  draft?.discard();
  return { result, draft, signals };
}

describe("a draft of a reply", () => {
  it("is the answer to the same words, without a second request", async () => {
    const plain = counted(builtinModel());
    await advance(tableContext(plain.model), await opened(), callerSaid("Four people."));
    const { draft, signals } = await advanceWithDraft("four people", "Four people.");
    expect(draft?.isUsed()).toBe(true);
    expect(signals).toHaveLength(plain.signals.length);
  });

  it("is no answer to other words, and its request is aborted", async () => {
    const { draft, signals } = await advanceWithDraft("four", "five");
    expect(draft?.isUsed()).toBe(false);
    expect(signals[0]?.aborted).toBe(true);
  });

  it.each([
    "stop calling me",
    "please take me off your list",
    "4 1 1 1 1 1",
    "four one one one",
    "forty one okay eleven",
  ])("does not exist for %s", async (words) => {
    const { draft } = await advanceWithDraft(words, words);
    expect(draft).toBeNull();
  });

  it("does not exist if it was discarded before its request", async () => {
    const { model, signals } = counted(builtinModel());
    const aborted = AbortSignal.abort();
    expect(
      await startReplyDraft(tableContext(model), await opened(), callerSaid("four"), {
        now,
        signal: aborted,
      }),
    ).toBeNull();
    expect(signals).toHaveLength(0);
  });

  it.each([
    ["1.5", "1 5"],
    ["-5", "5"],
    ["jo.smith@x.com", "jo smith x com"],
    ["you are open on Sunday", "you are open on Sunday?"],
  ])("is no answer to %s if the caller said %s", async (drafted, final) => {
    const { draft } = await advanceWithDraft(drafted, final);
    expect(draft?.isUsed() ?? false).toBe(false);
  });

  it("does not exist for the rest of a card number", async () => {
    const context = tableContext();
    const conversation = await advance(context, await opened(), callerSaid("forty one eleven eleven"));
    expect(
      await startReplyDraft(context, conversation, callerSaid("eleven"), { now, signal: never }),
    ).toBeNull();
  });

  it("that failed is replaced by a new request", async () => {
    const { model } = counted(builtinModel());
    let requests = 0;
    const flaky: LanguageModelV3 = {
      ...model,
      doStream: (options) =>
        requests++ === 0 ? Promise.reject(new Error("overloaded")) : model.doStream(options),
    };
    const context = tableContext(flaky);
    const conversation = await opened();
    const draft = await startReplyDraft(context, conversation, callerSaid("four"), { now, signal: never });
    const reused = { ...context, model: draft?.reuse(flaky) ?? flaky };
    const { turns } = await advance(reused, conversation, callerSaid("four"));
    expect(turns.at(-1)?.text).toContain("seat");
    expect(draft?.isUsed()).toBe(false);
  });

  it.each(["before its first words", "after them"])(
    "that the caller interrupts %s is aborted",
    async (when) => {
      const stop = new AbortController();
      const ended: string[] = [];
      const silent: LanguageModelV3 = {
        ...counted(builtinModel()).model,
        doStream: ({ abortSignal }) =>
          new Promise((resolve, reject) => {
            abortSignal?.addEventListener("abort", () => {
              ended.push("before its first words");
              reject(abortSignal.reason);
            });
            const cancel = () => void ended.push("after them");
            if (when === "after them")
              resolve({ stream: new ReadableStream<LanguageModelV3StreamPart>({ cancel }) });
          }),
      };
      const context = tableContext(silent);
      const conversation = await opened();
      const draft = await startReplyDraft(context, conversation, callerSaid("four"), { now, signal: never });
      const turn = advanceConversation(
        { ...context, model: draft?.reuse(silent) ?? silent },
        conversation,
        callerSaid("four"),
        {
          storeTurns: async () => undefined,
          runTool: () => Promise.reject(new Error("No tool is expected.")),
          onModelError: (error) => Promise.reject(error),
          now,
          signal: stop.signal,
        },
      );
      setTimeout(() => stop.abort(), 10);
      await turn;
      expect(ended).toEqual([when]);
    },
  );

  it("changes nothing about the conversation", async () => {
    const words = fc.array(
      fc.constantFrom("four", "five", "people", "yes", "no", "window", "stop", "calling", "me", "7", "?"),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(words, words, fc.boolean(), async (first, second, isSame) => {
        const drafted = first.join(" ");
        const final = (isSame ? first : second).join(" ");
        const { result } = await advanceWithDraft(drafted, final);
        expect(result).toEqual(await advance(tableContext(), await opened(), callerSaid(final)));
      }),
      { numRuns: 60 },
    );
  });
});
