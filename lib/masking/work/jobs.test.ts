import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps, tryWithBudget } from "../budget";
import { WITHHELD } from "../live";
import { type Presentation, presentTranscript } from "../present";
import { agent, caller, type Line, tool, turnsOf, variable } from "../test/conversation";
import { say, speechStyles } from "../test/speech";
import { doJob } from "./jobs";

const account = variable("account_number");
const VALUE = "481516234242";

const view = (lines: readonly Line[], change: Partial<Presentation> = {}): Presentation => ({
  turns: turnsOf(lines),
  spans: null,
  isSettled: false,
  redact: true,
  sensitive: new Set(["account_number"]),
  variables: [account],
  knownValues: { account_number: VALUE },
  language: "en-US",
  ...change,
});
const present = (presentation: Presentation) => doJob<"transcript">({ kind: "transcript", presentation });

describe("the budget of a view", () => {
  test("is far above what an ordinary call of an hour takes, which is shown as without one", () => {
    const lines = Array.from({ length: 200 }, (_, n) => [
      agent(`What is your account number? I have ${n} open orders here, from the third of May.`, null),
      caller(
        `It is ${VALUE.slice(0, 6)} and then ${VALUE.slice(6)}, and I called at half past ${n % 12}.`,
        null,
      ),
    ]).flat();
    const presentation = view(lines);
    expect(tryWithBudget(100_000, () => presentTranscript(presentation))).toBeDefined();
    expect(present(presentation)).toEqual(presentTranscript(presentation));
  });

  test("holds for any text: what takes more is withheld, and a value never shows", () => {
    const noise = fc.constantFrom(
      "4815 1623 4241 ",
      "four eight one five one six two three four two four one ",
      "4-8-1-5-1-6-2-3-4-2-4-1-",
      "481516234241 4815 and then ",
      "double four 8 one 5 teen ",
      "4 8 x 1 y 5 z 1 6 ",
    );
    fc.assert(
      fc.property(
        fc.array(noise, { minLength: 1, maxLength: 4 }),
        fc.nat(4),
        fc.constantFrom("account_number", null, undefined),
        speechStyles,
        (noises, place, answers, manners) => {
          const phrase = say(VALUE, manners);
          const text = noises.join("").repeat(200).slice(0, 4_000);
          const lines = Array.from({ length: 8 }, () => [
            caller(text, answers),
            agent("Go on.", null),
          ]).flat();
          lines.splice(2 * place, 0, caller(`${text.slice(0, 2_000)} ${phrase} ${text.slice(0, 500)}`, null));
          const presentation = view(lines);
          const steps = countSteps(() => doJob({ kind: "transcript", presentation }));
          // Each search ends with the token that takes more than is left.
          expect(steps).toBeLessThan(300_000);
          expect(
            present(presentation)
              .map((turn) => turn.text)
              .join("\n"),
          ).not.toContain(phrase);
        },
      ),
      { numRuns: 5 },
    );
  });

  test("withholds the turns beyond the most characters of a view, texts and tools alike", () => {
    const long = "Nothing of this is a number. ".repeat(130);
    const lines: Line[] = Array.from({ length: 540 }, () => caller(long, null));
    lines.push(agent("The last words.", null), tool({ note: "a private remark" }));
    const [first, ...laterTurns] = present(view(lines));
    expect(first?.text).toBe(long);
    expect(laterTurns.at(-2)?.text).toBe(WITHHELD);
    expect(laterTurns.at(-1)?.tool).toEqual({
      name: "save_variables",
      arguments: { masked: true },
      result: { masked: true },
      ok: true,
    });
    expect(laterTurns.length).toBe(lines.length - 1);
    const lifted = present(view(lines, { redact: false }));
    expect(lifted.at(-2)?.text).toBe("The last words.");
    expect(lifted.at(-1)?.tool?.arguments).toEqual({ masked: true });
  });
});

test("a conversation that is too long to be read for values has no spans, so that it stays withheld", () => {
  const turns = turnsOf(Array.from({ length: 3_000 }, () => caller("words ".repeat(600), null)));
  const variables = ["account_number", "policy_number", "loyalty_number", "phone"].map((name) =>
    variable(name),
  );
  expect(doJob<"spans">({ kind: "spans", turns, values: {}, variables })).toBeNull();
  expect(doJob<"spans">({ kind: "spans", turns: turns.slice(0, 10), values: {}, variables })).toEqual([]);
});
