import type { LanguageModelV3, LanguageModelV3Message, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { agent, NOW, variable } from "@/lib/calls/offline/model/engine.fixture";
import { concluded } from "./concluded";
import type { Conversation, Ports } from "./ports";
import type { Scene } from "./scene";
import { advance } from "./session";
import { type Deed, type Event, initialState, type KeptTurn } from "./state";
import { claimsOptOut } from "./understand";

const TEXT = "Hello, you are speaking with an automated assistant.";
const STOP = { inputTokens: {}, outputTokens: {} } as never;

/** A model that answers what it was given, in pieces, whatever it is asked. */
function stubborn(
  answers: readonly (readonly string[])[],
): LanguageModelV3 & { asked: LanguageModelV3Message[][] } {
  const left = [...answers];
  const asked: LanguageModelV3Message[][] = [];
  return {
    asked,
    specificationVersion: "v3",
    provider: "test",
    modelId: "stubborn",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("It is asked for streams alone.")),
    async doStream({ prompt }) {
      asked.push([...prompt]);
      const chunks = (left.length > 1 ? left.shift() : left[0]) ?? [];
      const parts: LanguageModelV3StreamPart[] = [
        ...chunks.map((delta) => ({ type: "text-delta" as const, id: "1", delta })),
        { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage: STOP },
      ];
      const stream = new ReadableStream<LanguageModelV3StreamPart>({
        start(out) {
          for (const part of parts) out.enqueue(part);
          out.close();
        },
      });
      return { stream };
    },
  };
}

const scene = (model: LanguageModelV3, extra: Partial<Scene> = {}): Scene => ({
  workspaceId: "ws_test",
  model,
  agent: {
    ...agent({ variables: [variable("people", "number")], disclosure: { enabled: true, text: TEXT } }),
    prompt: "Help.",
  },
  tools: [],
  known: {},
  startedAt: NOW,
  timeZone: "UTC",
  reach: { number: true, human: false, suppressed: true },
  ...extra,
});

/** Lets these events happen one after the other. What was heard, kept and done, in its order. */
async function play(of: Scene, events: readonly Event[], ports: Partial<Ports> = {}) {
  const log: string[] = [];
  let now: Conversation = { state: initialState({}), turns: [] };
  for (const event of events) {
    now = await advance(of, now, event, {
      keep: async (changed: readonly KeptTurn[], _, __, deeds: readonly Deed[]) => {
        for (const { role, text } of changed) log.push(`${role}: ${text}`);
        for (const deed of deeds) log.push(`! ${deed}`);
      },
      onTurn: () => log.push("…"),
      runTool: async ({ name }) => {
        log.push(`tool ${name}`);
        return { ok: true, result: {} };
      },
      failed: (error) => {
        throw error;
      },
      now: () => 0,
      signal: new AbortController().signal,
      ...ports,
    });
  }
  return { ...now, log };
}

const opened: Event = { type: "opened" };
const says = (text: string): Event => ({ type: "caller_said", text, atMs: 0 });
const hello = () => stubborn([["How can ", "I help?"]]);

describe("a wish to be contacted no more", () => {
  it("is done in the write that keeps the words, before anything is heard of the answer", async () => {
    const { log, state } = await play(scene(hello()), [opened, says("please stop calling me")]);
    expect(log.slice(log.indexOf("caller: please stop calling me"))).toEqual([
      "caller: please stop calling me",
      "! suppress",
      "…",
      "agent: I have removed your number, so we will not call or text you again. Did I get that right?",
    ]);
    expect(state.phase).toBe("listening");
  });

  it("holds where it is the last thing that is said before hanging up", async () => {
    const last = { text: "don't ever call me again", startMs: 1, endMs: 2 };
    const { log, state } = await play(scene(hello()), [opened, { type: "hung_up", atMs: 3, last }]);
    expect(log).toContain("! suppress");
    expect(state.endReason).toBe("opted_out");
    const yes = await play(scene(hello()), [
      opened,
      says("leave me alone"),
      { type: "hung_up", atMs: 3, last: { ...last, text: "yes" } },
    ]);
    expect(yes.log).toContain("! suppress");
  });

  it("stands through silence, and where the caller hangs up", async () => {
    for (const end of [{ type: "fell_silent" }, { type: "hung_up", atMs: 3 }] as const) {
      const { log, state } = await play(scene(hello()), [opened, says("unsubscribe me"), end]);
      expect(log).not.toContain("! lift");
      expect(state.endReason).toBe("opted_out");
    }
    const { state } = await play(scene(hello()), [opened, says("unsubscribe me"), { type: "stayed_silent" }]);
    expect(state).toMatchObject({ phase: "ended", endReason: "opted_out" });
  });

  it("is said once more by a process that takes the call over, and done once", async () => {
    const of = scene(hello());
    const { state, turns } = await play(of, [opened, says("stop calling me")]);
    const dead = {
      state: { ...state, phase: "thinking", say: { line: "opted_out", next: "listen" } } as const,
      turns,
    };
    const log: string[] = [];
    await advance(
      of,
      dead,
      { type: "resumed", atMs: 9 },
      {
        keep: async (changed, _, __, deeds) => {
          log.push(...changed.map(({ text }) => text ?? ""), ...deeds);
        },
        runTool: () => Promise.reject(new Error("No tool.")),
        failed: () => undefined,
        now: () => 0,
        signal: new AbortController().signal,
      },
    );
    expect(log).toEqual([expect.stringContaining("I have removed your number")]);
  });

  it("asked back, leaves the answer to the model's own question unsaid", async () => {
    const { turns } = await play(scene(hello()), [opened, says("leave me alone"), says("yes")]);
    expect(turns.findLast(({ role }) => role === "caller")).toMatchObject({
      answers: null,
      aside: "opt_out",
    });
  });

  it("ends a conversation whose channel does not reach a suppressed number, without a word", async () => {
    const of = scene(hello(), { reach: { number: true, human: false, suppressed: false } });
    const { state, log } = await play(of, [opened, says("leave me alone"), says("yes")]);
    expect(log.slice(-2)).toEqual(["caller: yes", "! suppress"]);
    expect(state).toMatchObject({ phase: "ended", endReason: "opted_out" });
  });

  it("is no wish where the words are one of the choices that were asked for", async () => {
    const parley = { parley: { asking: "move", speaks: [] } };
    const model = hello();
    const asks: LanguageModelV3 = {
      ...model,
      async doStream(options) {
        const { stream } = await model.doStream(options);
        const marked = stream.pipeThrough(
          new TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart>({
            transform: (part, out) =>
              out.enqueue(part.type === "finish" ? { ...part, providerMetadata: parley } : part),
          }),
        );
        return { stream: marked };
      },
    };
    const of = scene(asks);
    of.agent = { ...of.agent, variables: [variable("move", "choice", { choices: ["go", "stop"] })] };
    const { state } = await play(of, [opened, says("Stop")]);
    expect(state.optOut).toBeUndefined();
  });
});

describe("a wish for a person", () => {
  it("is the engine's to fulfil, whatever the model and the agent's tools", async () => {
    const of = scene(hello(), { reach: { number: true, human: true, suppressed: true } });
    const { log, state } = await play(of, [opened, says("let me talk to a person")]);
    expect(log).toContain("tool transfer_to_human");
    expect(state.endReason).toBe("transferred");
  });

  it("that fails is told by the engine, and the conversation goes on", async () => {
    const of = scene(hello(), { reach: { number: true, human: true, suppressed: true } });
    const runTool = async () => ({ ok: false, result: { error: { code: "busy" } } });
    const { turns, state } = await play(of, [opened, says("operator")], { runTool });
    expect(turns.at(-1)?.text).toBe(
      "I am sorry, nobody can be reached right now, but I can go on with you. How can I help?",
    );
    expect(state.phase).toBe("listening");
  });
});

describe("the disclosure, where words take time", () => {
  it("is said while the model still thinks", async () => {
    const heard: string[] = [];
    let answer = (_: string[]): void => undefined;
    const thought = new Promise<string[]>((resolve) => {
      answer = resolve;
    });
    const slow = hello();
    const model: LanguageModelV3 = {
      ...slow,
      async doStream(options) {
        heard.push(...(await thought));
        return slow.doStream(options);
      },
    };
    const done = play(scene(model), [opened], {
      onText: (text) => {
        heard.push(text);
        if (heard.length === 1) answer(["(the model answers)"]);
      },
      played: async (said) => ({
        text: said?.text ?? "",
        whole: true,
        startMs: 0,
        endMs: 1,
        latencyMs: null,
      }),
    });
    const { turns } = await done;
    expect(heard.slice(0, 2)).toEqual([`${TEXT} `, "(the model answers)"]);
    expect(turns.map(({ text }) => text)).toEqual([`${TEXT} How can I help?`]);
  });
});

describe("what a model says of an opt-out that was not", () => {
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
  ])("is known: %s", (text) => expect(claimsOptOut(text)).toBe(true));

  it.each([
    "We will not call you before nine.",
    "Would you like me to remove you from our list?",
    "I have removed the second order.",
    "You have been removed from the waiting list.",
    "We will call you again on Monday.",
    "I will not contact you about that order.",
    "Which number should we call?",
  ])("is not seen in: %s", (text) => expect(claimsOptOut(text)).toBe(false));
});

describe("the conclusion", () => {
  const happy = { outcome: "booked", summary: "The caller was happy to be called again.", successful: true };
  it("of a call whose caller was removed is the engine's alone", () => {
    const facts = {
      endReason: "agent_ended",
      optOut: { at: "standing", asked: 0 },
      refusedRecording: true,
    } as const;
    expect(concluded(happy, facts)).toEqual({
      outcome: "opted_out",
      successful: false,
      summary:
        "The caller asked not to be contacted again, and their number was removed. The caller did not want to be recorded.",
    });
  });

  it("of a call whose caller refused the recording says so, and lets no model say otherwise", () => {
    const told = { ...happy, summary: "They booked a table. They agreed to the recording." };
    const facts = { endReason: "agent_ended", optOut: undefined, refusedRecording: true } as const;
    expect(concluded(told, facts)).toEqual({
      ...told,
      summary: "The caller did not want to be recorded. They booked a table.",
    });
    expect(concluded(told, { ...facts, endReason: "declined" })).toMatchObject({
      outcome: "declined",
      successful: false,
    });
  });
});
