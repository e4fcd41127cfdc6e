import { MockLanguageModelV3 } from "ai/test";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeByScript } from "./judge-by-script";
import { judgeTranscript } from "./judge-transcript";
import type { JudgeQuestion } from "./questions";
import { readJudgeAnswer } from "./read-judge-answer";
import { INJECTIONS } from "./testing/injections";
import { JUDGE_SYSTEM, writeJudgePrompt } from "./write-judge-prompt";

const QUESTIONS: readonly JudgeQuestion[] = [
  { kind: "yes_no", name: "polite", question: "Was the agent polite?", guidance: "" },
  { kind: "scale", name: "clarity", question: "How clear?", guidance: "", min: 1, max: 5, labels: [] },
  { kind: "text", name: "topic", question: "What was it about?", guidance: "" },
];
const caller = (text: string) => ({ role: "caller", text });
const NEVER = new AbortController().signal;
const answersOf = (...answers: unknown[]) => JSON.stringify({ answers });

/** The lines between the delimiters of a prompt, which exist once each. */
function transcriptIn(prompt: string): string[] {
  const parts = prompt.split("<transcript>\n");
  expect(parts).toHaveLength(2);
  const ends = (parts[1] ?? "").split("\n</transcript>");
  expect(ends).toHaveLength(2);
  expect(ends[1]).toBe("");
  return (ends[0] ?? "").split("\n");
}

describe("the prompt of a judge", () => {
  test.each(INJECTIONS)("keeps %j within one line of data", (text) => {
    const lines = transcriptIn(writeJudgePrompt(QUESTIONS, [caller("Hello."), caller(text)]));
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? "")).toEqual({ role: "caller", text });
  });

  test("keeps any text within one line of data", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const lines = transcriptIn(writeJudgePrompt(QUESTIONS, [caller(text)]));
        expect(lines).toHaveLength(1);
        expect(JSON.parse(lines[0] ?? "").text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("has the rule that the transcript is data, apart from the transcript", async () => {
    const model = new MockLanguageModelV3({
      doGenerate: async () => ({
        content: [{ type: "text", text: answersOf({ name: "polite", answer: false, reason: "Rude." }) }],
        finishReason: { unified: "stop", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }),
    });
    const verdicts = await judgeTranscript(model, QUESTIONS, INJECTIONS.map(caller), NEVER);
    expect(model.doGenerateCalls).toHaveLength(1);
    const [system, user] = model.doGenerateCalls[0]?.prompt ?? [];
    expect(system).toMatchObject({ role: "system", content: JUDGE_SYSTEM });
    expect(JSON.stringify(user).split("</transcript>")).toHaveLength(2);
    expect(verdicts.get("polite")).toEqual({ state: "judged", value: 0, text: null, reason: "Rude." });
    expect(verdicts.get("clarity")).toEqual({ state: "not_judged", problem: "invalid_answer" });
  });
});

describe("an answer of a judge", () => {
  const read = (answer: unknown, name: string) =>
    readJudgeAnswer(QUESTIONS, answersOf({ name, answer, reason: "r" })).get(name);

  test("is read by the kind of the question, also within other words", () => {
    expect(read(true, "polite")).toMatchObject({ state: "judged", value: 1 });
    expect(read(4, "clarity")).toMatchObject({ state: "judged", value: 4 });
    expect(read("A table.", "topic")).toMatchObject({ state: "judged", value: null, text: "A table." });
    const wrapped = `Here it is: \`\`\`json\n${answersOf({ name: "polite", answer: true })}\n\`\`\``;
    expect(readJudgeAnswer(QUESTIONS, wrapped).get("polite")).toMatchObject({ value: 1, reason: "" });
  });

  test.each([
    ["polite", 1],
    ["polite", "yes"],
    ["clarity", 0],
    ["clarity", 6],
    ["clarity", 4.5],
    ["clarity", "5"],
    ["clarity", true],
    ["topic", ""],
    ["topic", 3],
  ])("to %s that is %j is not judged", (name, answer) => {
    expect(read(answer, name)).toEqual({ state: "not_judged", problem: "invalid_answer" });
  });

  test("that is null is undecided, and one that is given twice is not judged", () => {
    expect(read(null, "polite")).toEqual({ state: "not_judged", problem: "undecided" });
    const twice = answersOf({ name: "polite", answer: true }, { name: "polite", answer: false });
    expect(readJudgeAnswer(QUESTIONS, twice).get("polite")).toMatchObject({ problem: "invalid_answer" });
  });

  test("contains no payment card", () => {
    const answer = answersOf({ name: "polite", answer: true, reason: "Paid with 4111 1111 1111 1111." });
    expect(JSON.stringify([...readJudgeAnswer(QUESTIONS, answer)])).not.toContain("4111");
  });

  test("that is anything else gives each question a problem and no guess", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (answer) => {
        const verdicts = readJudgeAnswer(QUESTIONS, answer);
        expect([...verdicts.keys()]).toEqual(["polite", "clarity", "topic"]);
        for (const verdict of verdicts.values()) expect(verdict.state).toBe("not_judged");
      }),
      { numRuns: 200 },
    );
  });
});

describe("judging", () => {
  const failing = (error: unknown) =>
    new MockLanguageModelV3({ doGenerate: () => Promise.reject(error as Error) });
  const problemsOf = async (turns: ReturnType<typeof caller>[], signal = NEVER) =>
    [...(await judgeTranscript(failing(new Error("down")), QUESTIONS, turns, signal)).values()].map(
      (verdict) => verdict.state === "not_judged" && verdict.problem,
    );

  test("by a model that fails, without words, of too many words, or too late says why", async () => {
    expect(await problemsOf([caller("Hello.")])).toEqual(Array(3).fill("model_failed"));
    expect(await problemsOf([])).toEqual(Array(3).fill("no_transcript"));
    expect(await problemsOf([caller("x".repeat(200_001))])).toEqual(Array(3).fill("transcript_too_long"));
    expect(await problemsOf([caller("Hello.")], AbortSignal.abort())).toEqual(Array(3).fill("model_timeout"));
  });

  test("by the scripted test model is deterministic, and says that it is no judgment", () => {
    const turns = [caller("One."), caller("Two."), { role: "agent", text: "Three." }];
    const verdicts = judgeByScript(QUESTIONS, turns);
    expect(verdicts).toEqual(judgeByScript(QUESTIONS, turns));
    expect(verdicts.get("polite")).toMatchObject({
      value: 1,
      reason: expect.stringContaining("does not judge"),
    });
    expect(verdicts.get("clarity")).toMatchObject({ value: 3 });
  });
});
