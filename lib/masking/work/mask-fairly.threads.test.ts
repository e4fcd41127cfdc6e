import { describe, expect, test } from "vitest";
import { scrubCards as scrubCardsAtOnce } from "../cards";
import { WITHHELD } from "../live";
import { maskTranscript } from "../render";
import { agent, caller, type Line, turnsOf, variable } from "../test/conversation";
import type { ApiTurn } from "../turn";
import { findSpans, presentTranscript, scrubCards } from "./index";
import { doJob } from "./jobs";
import { maskFairly } from "./mask-fairly";

const variables = [variable("account_number"), variable("policy_number"), variable("phone", "phone")];
const sensitive = new Set(variables.map(({ name }) => name));
const values = {
  account_number: "4111222233334444555",
  policy_number: "481516234242",
  phone: "+14155550123",
};

/** Eight turns of 4 kB, as the attack of the issue sends them. */
const hostile = (text: string): Line[] =>
  Array.from({ length: 8 }, () => [
    caller(text.repeat(Math.ceil(4_000 / text.length)).slice(0, 4_000), "account_number"),
    agent("Thank you. Go on.", null),
  ]).flat();

const view = (lines: readonly Line[]) => ({
  turns: turnsOf(lines),
  spans: null,
  isSettled: false,
  redact: true,
  sensitive,
  variables,
  knownValues: values,
  language: "en-US",
});
const short = view([caller("it is 481516234242", null), agent("Thank you.", null)]);

describe("a large view", () => {
  const large = view(hostile("4111 1111 1111 1117 481516234241 "));

  test("is masked by a thread as it is at once", async () => {
    const presented = await maskFairly("ws_1", () => presentTranscript(large));
    expect(presented).toEqual(doJob({ kind: "transcript", presentation: large }));
    expect(presented[0]?.text).toBe(WITHHELD);
  });

  test("is masked once for all who ask for it, now and until it changes", async () => {
    const ask = () => maskFairly("ws_2", () => presentTranscript(structuredClone(large)));
    const [first, ...laterResults] = await Promise.all([ask(), ask(), ask(), ask(), ask(), ask()]);
    for (const result of [...laterResults, await ask()]) expect(result).toBe(first);
    const changed = { ...large, knownValues: { ...values, phone: "+14155550199" } };
    expect(await maskFairly("ws_2", () => presentTranscript(changed))).not.toBe(first);
    expect(await maskFairly("ws_3", () => presentTranscript(large))).not.toBe(first);
  });

  test("holds up neither small work nor another workspace's large one", async () => {
    const done: string[] = [];
    const ask = (workspaceId: string, name: string, presentation: typeof large): Promise<ApiTurn[]> =>
      maskFairly(workspaceId, () => presentTranscript(presentation)).finally(() => done.push(name));
    const attack = Array.from({ length: 12 }, (_, n) =>
      ask("attacker", "attack", view(hostile(`4111 1111 1111 1117 ${n} `))),
    );
    const otherRun = ask("other", "large", view(hostile("fourteen hundred and one ")));
    const small = ask("other", "small", short);
    await Promise.all([...attack, otherRun, small]);
    expect(done[0]).toBe("small");
    // At most what ran already, on each thread, and one turn of the attacker's come first.
    expect(done.filter((_, n) => n < done.indexOf("large") && done[n] === "attack").length).toBeLessThan(8);
  });

  test("is refused once too many wait, in its own workspace alone", async () => {
    const ask = (n: number) =>
      maskFairly("greedy", () => presentTranscript(view(hostile(`one two three ${n} `)))).then(
        () => "shown",
        (error: { code?: string }) => error.code,
      );
    const answers = Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
    const otherTurns = await maskFairly("modest", () => presentTranscript(large));
    expect(otherTurns.length).toBe(16);
    const counted = await answers;
    expect(counted.filter((answer) => answer === "rate_limited").length).toBeGreaterThan(0);
    expect(new Set(counted)).toEqual(new Set(["shown", "rate_limited"]));
  });
});

test("small work is done at once, and is not kept", async () => {
  const ask = () => maskFairly("ws_1", () => presentTranscript(short));
  const [first, second] = [await ask(), await ask()];
  expect(first).toEqual(second);
  expect(first).not.toBe(second);
});

test("spans and cards of a long conversation come out of a thread as they are found at once", async () => {
  const turns = turnsOf([
    ...hostile("double five triple 4 4111 "),
    caller("my card is 4111 1111 1111 1111", null),
  ]);
  const spans = await maskFairly("ws_1", () => findSpans(turns, values, variables));
  expect(spans).toEqual(doJob({ kind: "spans", turns, values, variables }));
  expect(maskTranscript(turns, spans ?? [], sensitive)[0]?.text).not.toContain("4111");
  const scrubbed = await maskFairly("ws_1", () => scrubCards(turns));
  const atOnce = scrubCardsAtOnce(turns.slice(-9));
  expect(scrubbed.turns.at(-1)?.text).toBe("my card is [payment_card]");
  expect(scrubbed.turns.at(-1)).toEqual(atOnce.turns.at(-1));
  expect(scrubbed.turns.at(-2)).toBe(turns.at(-2));
});
