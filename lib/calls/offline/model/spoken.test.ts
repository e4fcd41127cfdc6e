import { describe, expect, it } from "vitest";
import { NOT_UNDERSTOOD_TEXT, SILENCE_MESSAGE } from "@/lib/calls/conversation/model-contract";
import { agent, Conversation, variable } from "./engine.fixture";

const day = variable("day", "date", { description: "the day you want to come" });
const code = variable("code", "string", { description: "your PIN code" });
const plan = variable("plan", "choice", { choices: ["Basic", "Plus"] });
const booking = agent({ variables: [day] });

describe("speech that was not understood", () => {
  it("is asked for in other words, and is no answer", async () => {
    const c = new Conversation(agent({ variables: [code] }));
    const first = await c.open();
    const repeated = await c.say(NOT_UNDERSTOOD_TEXT);
    expect(repeated).not.toBe(first);
    expect(repeated).toContain("PIN code");
    expect(c.values).toEqual({});
    await c.say("1234");
    expect(c.values).toEqual({ code: "1234" });
  });

  it("is said so where nothing was asked", async () => {
    const c = new Conversation(agent());
    await c.open();
    expect(await c.say(NOT_UNDERSTOOD_TEXT)).toContain("did not understand");
  });
});

describe("a silence", () => {
  it("is no utterance: the question comes again", async () => {
    const c = new Conversation(booking);
    await c.open();
    expect(await c.say(SILENCE_MESSAGE)).toBe("Are you still there? What is the day you want to come?");
  });
});

describe("what is expected", () => {
  it("is told with each question", async () => {
    const c = new Conversation(agent({ variables: [day, code, plan] }));
    await c.open();
    for (const answer of ["Tomorrow", "1234", "Plus", "yes"]) await c.say(answer);
    expect(c.agentTurns.filter(({ text }) => text !== "").map(({ expects }) => expects)).toEqual([
      { kind: "date" },
      { kind: "digits" },
      { kind: "choice", choices: ["Basic", "Plus"] },
      { kind: "yes_no" },
      { kind: "open" },
    ]);
  });
});
