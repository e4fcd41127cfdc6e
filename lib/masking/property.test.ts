import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasValidLuhn } from "./card-brands";
import { scrubCards } from "./cards";
import { createLiveMask, maskLive } from "./live";
import { maskText } from "./present";
import { agent, caller, type Line, settledTexts, settledTool, turnsOf, variable } from "./test/conversation";
import { leftovers, say, sayGroups, speechStyles } from "./test/speech";
import { tokenize } from "./tokens";

const account = variable("account_number");
const RUNS = { numRuns: 200 };

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(..."0123456789"), { minLength, maxLength }).map((all) => all.join(""));

const before = fc.constantFrom("", "it is ", "My number is: ", "well, you know, ", "so I believe that it's ");
const after = fc.constantFrom("", ".", " thanks", ", is that right?", " or so I believe");

describe("random digits, said in random ways, never survive", () => {
  test("in any turn, and inside a tool's strings", () => {
    fc.assert(
      fc.property(
        digits(4, 14),
        speechStyles,
        before,
        after,
        fc.constantFrom("caller", "agent", "tool"),
        (value, manners, lead, tail, where) => {
          const text = lead + say(value, manners) + tail;
          const values = { account_number: value };
          const masked =
            where === "tool"
              ? JSON.stringify(settledTool({ note: text }, values, [account])?.arguments)
              : settledTexts([where === "caller" ? caller(text, null) : agent(text, null)], values, [
                  account,
                ]).join();
          expect(leftovers(masked)).toEqual([]);
        },
      ),
      RUNS,
    );
  });

  test("split over turns at any group", () => {
    fc.assert(
      fc.property(
        digits(6, 14),
        speechStyles,
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        (value, manners, breaks) => {
          const texts = [""];
          for (const [n, { phrase, separator }] of sayGroups(value, manners).entries()) {
            if (breaks[n] && n > 0) texts.push("");
            texts.push(`${texts.pop()}${phrase}${separator}`);
          }
          const lines = texts.flatMap((text): Line[] => [caller(text, null), agent("Go on.", null)]);
          expect(leftovers(settledTexts(lines, { account_number: value }, [account]).join(" "))).toEqual([]);
        },
      ),
      RUNS,
    );
  });

  test("four or more leading or trailing digits", () => {
    fc.assert(
      fc.property(
        digits(6, 14),
        speechStyles,
        fc.integer({ min: 4, max: 13 }),
        fc.boolean(),
        (value, manners, length, leading) => {
          const part = leading ? value.slice(0, length) : value.slice(-length);
          const text = `so it is ${say(part, manners)}`;
          expect(
            leftovers(settledTexts([caller(text, null)], { account_number: value }, [account]).join()),
          ).toEqual([]);
        },
      ),
      RUNS,
    );
  });

  test("a wrong answer, in its turn and read back", () => {
    fc.assert(
      fc.property(digits(4, 10), digits(6, 10), speechStyles, speechStyles, (wrong, value, manners, back) => {
        const lines = [
          caller(`it's ${say(wrong, manners)}`, "account_number"),
          agent(`I heard ${wrong.split("").join(" ")}.`, "account_number"),
          caller(say(value, back), "account_number"),
        ];
        expect(leftovers(settledTexts(lines, { account_number: value }, [account]).join(" "))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("any run of three or more, before the call is settled", () => {
    fc.assert(
      fc.property(
        digits(3, 12),
        speechStyles,
        before,
        after,
        fc.boolean(),
        (value, manners, lead, tail, byCaller) => {
          const text = lead + say(value, manners) + tail;
          // A listener hears "forty eight" as 48, but a speaker can mean 40 and 8: two digits or three.
          fc.pre(value.length > 3 || !/ty\b/.test(text));
          const turns = turnsOf([byCaller ? caller(text, null) : agent(text, null)]);
          const [shown] = maskLive(turns, {
            variables: [],
            sensitive: new Set(),
            knownValues: {},
            language: "en-US",
          });
          expect(leftovers(shown?.text ?? "")).toEqual([]);
        },
      ),
      RUNS,
    );
  });
});

describe("random cards, said in random ways, never survive", () => {
  const PREFIXES: [string, number][] = [
    ["4", 16],
    ["51", 16],
    ["2221", 16],
    ["34", 15],
    ["6011", 16],
    ["36", 14],
    ["3528", 16],
    ["62", 18],
    ["50", 13],
    ["4", 19],
  ];
  const card = fc.tuple(fc.constantFrom(...PREFIXES), digits(20, 20)).map(([[prefix, length], random]) => {
    const body = (prefix + random).slice(0, length - 1);
    const last = [..."0123456789"].find((check) => hasValidLuhn(body + check)) ?? "";
    return body + last;
  });

  test("in one turn or split over turns", () => {
    fc.assert(
      fc.property(
        card,
        speechStyles,
        before,
        after,
        fc.integer({ min: 0, max: 20 }),
        (number, manners, lead, tail, split) => {
          const groups = sayGroups(number, manners);
          const text = (part: typeof groups) =>
            part
              .map(({ phrase, separator }, n) => (n === part.length - 1 ? phrase : phrase + separator))
              .join("");
          const lines = [
            caller(lead + text(groups.slice(0, split))),
            agent("Go on."),
            caller(text(groups.slice(split)) + tail),
          ];
          const { turns } = scrubCards(turnsOf(lines));
          expect(leftovers(turns.map((turn) => turn.text).join(" "))).toEqual([]);
        },
      ),
      RUNS,
    );
  });
});

describe("a streamed turn", () => {
  const piece = fc.constantFrom(
    "Thanks",
    " Jane",
    " Marlowe",
    "!",
    ".",
    " ",
    "\n",
    " 1",
    "2",
    " 34",
    " five",
    " double",
    " six",
    ", ",
    " oh",
    " a",
    " hundred",
    "? ",
    " So",
    " you",
    " smoke",
    " 12345678",
    "。",
    " then",
    " 3.5",
  );
  const facts = {
    variables: [
      variable("account_number"),
      variable("full_name"),
      variable("smoker", "boolean", "whether you smoke"),
    ],
    sensitive: new Set(["account_number", "full_name", "smoker"]),
    knownValues: { account_number: "12345678" },
    language: "en-US",
  };
  const history = turnsOf([
    agent("Your name?", "full_name"),
    caller("jane of the marlowe kind, 34", "full_name"),
    agent("Do you smoke?", "smoker"),
    caller("yes", "smoker"),
  ]);

  test("is let out, joined, exactly as the whole turn is shown", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (deltas) => {
        const turn = { ...turnsOf([agent(deltas.join(""), null)])[0], index: 4 } as (typeof history)[number];
        const stream = createLiveMask(history, { ...turn, text: "" }, facts);
        const released = deltas.map((delta) => stream.push(delta)).join("") + stream.finish();
        expect(released).toBe(maskLive([...history, turn], facts).at(-1)?.text);
      }),
      RUNS,
    );
  });

  test("and in any cut of its characters", () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 40 }),
        (parts, sizes) => {
          const text = parts.join("");
          const turn = { ...turnsOf([agent(text, null)])[0], index: 4 } as (typeof history)[number];
          const stream = createLiveMask(history, turn, facts);
          let released = "";
          let at = 0;
          for (const size of sizes) {
            released += stream.push(text.slice(at, at + size));
            at += size;
          }
          released += stream.push(text.slice(at)) + stream.finish();
          expect(released).toBe(maskLive([...history, turn], facts).at(-1)?.text);
        },
      ),
      RUNS,
    );
  });
});

describe("any text", () => {
  test("is read into tokens that lie in order within it, and comes back unchanged where nothing is sensitive", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        let end = 0;
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          end = token.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
        expect(maskText(text, { account_number: "12345678" }, new Set(), [account])).toBe(text);
      }),
      RUNS,
    );
  });

  test("with a value planted whole in it is never shown with that value", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 30 }),
        digits(4, 10),
        fc.string({ unit: "binary", maxLength: 30 }),
        (lead, value, tail) => {
          expect(
            maskText(lead + value + tail, { account_number: value }, new Set(["account_number"]), [account]),
          ).not.toContain(value);
        },
      ),
      RUNS,
    );
  });

  test.each([
    "1".repeat(5_000),
    "1 ".repeat(2_000),
    "1.".repeat(2_000),
    "oh, ".repeat(1_000),
    "one hundred ".repeat(400),
    "twenty two ".repeat(400),
    "4 1 1 - - - ".repeat(400),
    "a b ".repeat(1_000),
    "4 5 okay 5 4 no 4 5 ".repeat(200),
    "forty one sorry fifty five and ".repeat(130),
    "4111 1111 next 1111 ".repeat(200),
    "four, five, the next ".repeat(200),
    "for to ".repeat(1_000),
  ])("hostile repetition is answered (%#)", (text) => {
    const turns = turnsOf([caller(text, "account_number"), agent(text)]);
    const facts = {
      variables: [account],
      sensitive: new Set(["account_number"]),
      knownValues: { account_number: "111111111122222222" },
      language: "en-US",
    };
    expect(maskLive(scrubCards(turns).turns, facts)).toHaveLength(2);
  });
});
