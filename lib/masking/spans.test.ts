import { describe, expect, test } from "vitest";
import { findSpans } from "./spans";
import { agent, caller, type Line, settledTexts, turnsOf, variable } from "./test/conversation";
import type { VariableType } from "./turn";

const account = variable("account_number");
const ACCOUNT = { account_number: "12345678" };

describe("a number is found however it is said", () => {
  test.each([
    ["12345678", "[account_number]"],
    ["it's 1234 5678.", "it's [account_number]."],
    ["1-2-3-4-5-6-7-8", "[account_number]"],
    ["(12) 34.56/78", "([account_number]"],
    ["one two three four five six seven eight", "[account_number]"],
    ["One, two, three... four five, six seven EIGHT!", "[account_number]!"],
    ["twelve thirty-four fifty six seventy eight", "[account_number]"],
    ["12, uh, 34, um then 56 and 78", "[account_number]"],
    ["twelve million three hundred forty five thousand six hundred and seventy-eight", "[account_number]"],
    [
      "one two and then it goes three four five six, that's seven eight",
      "[account_number] and then it goes [account_number], that's [account_number]",
    ],
    ["１２３４５６７８", "[account_number]"],
    ["١٢٣٤٥٦٧٨", "[account_number]"],
    ["12\u200b34\u200b5678", "[account_number]"],
    ["ref12345678x", "ref[account_number]x"],
    ["0012345678", "[account_number]"],
  ])("%s", (text, masked) => {
    expect(settledTexts([caller(text, null)], ACCOUNT, [account])).toEqual([masked]);
    expect(settledTexts([agent(text, null)], ACCOUNT, [account])).toEqual([masked]);
  });

  test.each([
    ["5500", "double five double oh"],
    ["5500", "double 5, two zeros"],
    ["55512", "triple five one two"],
    ["4007", "four zero zero seven"],
    ["4007", "four oh oh seven"],
    ["4007", "four thousand and seven"],
    ["2400", "twenty-four hundred"],
    ["1984", "nineteen eighty four"],
    ["250000", "250 thousand"],
    ["5000", "5k"],
  ])("%s said as %s", (value, text) => {
    expect(settledTexts([caller(text, null)], { pin: value }, [variable("pin")])).toEqual(["[pin]"]);
  });
});

describe("letters are found spelled, folded and in any script", () => {
  test.each([
    ["AB12", "a b one two", "[v]"],
    ["AB12", "Alpha Bravo 1 2", "[v]"],
    ["AB12", "A as in Alpha, B for Bertie, twelve", "[v]"],
    ["AB-12", "ab12", "[v]"],
    ["LL5", "double l five", "[v]"],
    ["Jane Marlowe", "I am JANE MARLOWE here", "I am [v] here"],
    ["Jane Marlowe", "J-A-N-E, M A R L O W E", "[v]"],
    ["Jane Marlowe", "that is jane marlowe's", "that is [v]'s"],
    ["José Núñez", "jose nunez", "[v]"],
    ["Müller", "MU\u0308LLER!", "[v]!"],
    ["王小明", "我叫王小明。", "我叫[v]。"],
    ["دانيال كوهين", "اسمي دانيال كوهين", "اسمي [v]"],
    ["דנה כהן", "קוראים לי דנה כהן.", "קוראים לי [v]."],
    ["Иван Петров", "меня зовут иван петров", "меня зовут [v]"],
    ["😀zed42", "zed 42", "[v]"],
  ])("%s in %s", (value, text, masked) => {
    expect(settledTexts([caller(text, null)], { v: value }, [variable("v")])).toEqual([masked]);
  });
});

describe("values of each type are found as people say them", () => {
  const cases: [VariableType, string | number, string, string][] = [
    ["date", "2026-11-24", "on November 24th then", "on [v] then"],
    ["date", "2026-11-24", "24 November 2026", "[v]"],
    ["date", "2026-11-24", "the twenty fourth of November, twenty twenty-six", "the [v]"],
    ["date", "2026-11-24", "Tuesday, Nov. 24", "[v]"],
    ["date", "2026-11-24", "11/24/2026 or 24.11.26", "[v] or [v]"],
    ["date", "2026-11-24", "2026-11-24", "[v]"],
    ["date", "2026-11-24", "eleven twenty four twenty twenty six", "[v]"],
    ["date", "2026-03-05", "3/5/2026", "[v]"],
    ["date", "2026-11-24", "the 24th is fine", "the [v] is fine"],
    ["time", "14:30", "at 14:30", "at [v]"],
    ["time", "14:30", "2:30 p.m. works", "[v] works"],
    ["time", "14:30", "half past two", "[v]"],
    ["time", "14:30", "two thirty pm", "[v]"],
    ["time", "14:45", "quarter to three", "[v]"],
    ["time", "14:05", "two oh five", "[v]"],
    ["time", "14:00", "two o'clock", "[v]"],
    ["time", "14:00", "come at two", "come at [v]"],
    ["time", "12:00", "noon", "[v]"],
    ["phone", "+442071234567", "+44 20 7123 4567", "+[v]"],
    ["phone", "+442071234567", "call 020 7123 4567", "call [v]"],
    ["phone", "+12125550123", "two one two, five five five, oh one two three", "[v]"],
    ["phone", "+12125550123", "(212) 555-0123", "([v]"],
    ["email", "jane.m@example.com", "Jane.M@Example.com", "[v]"],
    ["email", "jane.m@example.com", "jane dot m at example dot com", "[v]"],
    ["email", "jane.m@example.com", "j a n e dot m at example dot com", "[v]"],
    ["email", "jane.m@example.com", "?to=jane.m%40example.com", "?to=[v]"],
    ["number", 12_500, "twelve thousand five hundred", "[v]"],
    ["number", 12_500, "it is $12,500.", "it is $[v]."],
    ["number", 12.5, "12.50", "[v]"],
    ["number", 12.5, "twelve point five", "[v]"],
  ];
  test.each(cases)("%s %s: %s", (type, value, text, masked) => {
    expect(settledTexts([agent(text)], { v: value }, [variable("v", type)])).toEqual([masked]);
    expect(settledTexts([caller(text, null)], { v: value }, [variable("v", type)])).toEqual([masked]);
  });
});

describe("a value is found in pieces", () => {
  test("split over turns, with the agent's short turns between", () => {
    const lines = [
      caller("it's 12", null),
      agent("go on"),
      caller("then 34", null),
      agent("yes"),
      caller("and 56", null),
      agent("mm"),
      caller("78 is the end", null),
    ];
    const texts = settledTexts(lines, ACCOUNT, [account]);
    expect(texts.filter((_, n) => n % 2 === 0)).toEqual([
      "it's [account_number]",
      "then [account_number]",
      "and [account_number]",
      "[account_number] is the end",
    ]);
  });

  test.each([
    ["my last four are 5678", "my last four are [account_number]"],
    ["it starts one two three four five", "it starts [account_number]"],
    ["no, 345678", "no, [account_number]"],
    ["123 and 678", "123 and 678"],
    ["1299", "1299"],
  ])("four or more leading or trailing digits: %s", (text, masked) => {
    expect(settledTexts([caller(text, null)], ACCOUNT, [account])).toEqual([masked]);
  });

  test("corrected: earlier wrong and partial answers, and what the agent and the tools made of them", () => {
    const lines: Line[] = [
      agent("What is your account number?", "account_number"),
      caller("9876 5432", "account_number"),
      { ...agent("I have 9 8 7 6 5 4 3 2, right?", "account_number") },
      {
        role: "tool",
        text: null,
        tool: { name: "save_variables", arguments: { account_number: "98765432" }, result: null, ok: true },
      },
      caller("no sorry, 1234 5678", "account_number"),
      agent("So 1234 5678, not 98 76 54 32."),
    ];
    const texts = settledTexts(lines, ACCOUNT, [account]);
    expect(texts).toEqual([
      "What is your account number?",
      "[account_number]",
      "I have [account_number], right?",
      null,
      "no sorry, [account_number]",
      "So [account_number], not [account_number].",
    ]);
  });

  test("a name given wrongly first is not left behind", () => {
    const texts = settledTexts(
      [
        caller("Jane Marlow", "full_name"),
        agent("Jane Marlow?", "full_name"),
        caller("no, Marlowe. Jane Marlowe", "full_name"),
        agent("Thanks Jane."),
      ],
      { full_name: "Jane Marlowe" },
      [variable("full_name")],
    );
    expect(texts.join(" ")).not.toMatch(/jane|marlow/i);
  });
});

describe("the words of a text", () => {
  test.each([
    ["type 2 diabetes", "Diabetes, type two. Fine.", "[v]. Fine."],
    ["type 2 diabetes", "For your diabetes, yes.", "For your [v], yes."],
    ["12 Baker Street, London NW1", "near 12 Baker St in London", "near [v] St in [v]"],
    ["back pain", "Back in a minute. The pain in your back?", "Back in a minute. The [v] in your [v]?"],
    ["Jane Marlowe", "Hello Jane.", "Hello [v]."],
  ])("%s in another order, with other words, or its telling ones alone: %s", (value, text, masked) => {
    expect(settledTexts([agent(text)], { v: value }, [variable("v")])).toEqual([masked]);
  });
});

describe("answers to yes or no, and to a choice", () => {
  const smoker = variable("smoker", "boolean", "whether you smoke");
  const plan = { ...variable("plan", "choice", "which plan you want"), choices: ["gold", "silver"] };

  test("the whole answering turn is masked, and the agent's sentence that speaks of it", () => {
    const lines = [
      agent("Do you smoke?", "smoker"),
      caller("well, not any more", "smoker"),
      agent("Good, so no smoking. Gold or silver plan?", "plan"),
      caller("the shiny one, gold", "plan"),
      agent("Gold it is. Anything else?", null),
      caller("no", null),
    ];
    expect(settledTexts(lines, { smoker: false, plan: "gold" }, [smoker, plan])).toEqual([
      "Do you smoke?",
      "[smoker]",
      "[smoker] Gold or silver plan?",
      "[plan]",
      "[plan] Anything else?",
      "no",
    ]);
  });

  test("ranges that the model tells add masks and exempt nothing", () => {
    const lines: Line[] = [
      caller("yes", "smoker"),
      {
        ...agent("So that is a yes. Smoking is noted.", null),
        speaks: [{ variable: "smoker", start: 13, end: 16 }],
      },
    ];
    expect(settledTexts(lines, { smoker: true }, [smoker])).toEqual(["[smoker]", "[smoker]"]);
  });

  test("where the model does not say what it asks, every turn that may be the answer is masked", () => {
    const lines = [
      agent("Hi! Do you smoke?"),
      caller("on weekends"),
      agent("Often?"),
      caller("yes"),
      agent("Bye"),
      caller("good bye"),
    ];
    expect(settledTexts(lines, { smoker: true }, [smoker])).toEqual([
      "Hi! Do you smoke?",
      "[smoker]",
      "Often?",
      "[smoker]",
      "Bye",
      "good bye",
    ]);
    const untold = [agent("Do you light up?"), caller("on weekends"), agent("Fine"), caller("good bye")];
    expect(settledTexts(untold, { smoker: true }, [smoker])[1]).toBe("[smoker]");
  });
});

describe("fail closed", () => {
  test.each([
    ["number", 6, "half a dozen"],
    ["string", "12345678", "the same as last time"],
    ["phone", "+12125550123", "the one I call from"],
    ["email", "jane@example.com", "my usual address at work"],
    ["date", "2026-11-24", "my sister's big party"],
    ["string", "Marlowe", "Marlow with a silent e"],
  ] as [VariableType, string | number, string][])(
    "a %s that was understood but is found nowhere masks its whole answer",
    (type, value, text) => {
      expect(settledTexts([caller(text, "v")], { v: value }, [variable("v", type)])).toEqual(["[v]"]);
    },
  );

  test("a value of common words is masked in its answer and its read-back, and nowhere else", () => {
    const lines = [
      agent("What is the reason?", "reason"),
      caller("I'm not sure", "reason"),
      agent("Not sure, I see. What day?", "day"),
      caller("not sure either", "day"),
    ];
    expect(settledTexts(lines, { reason: "not sure" }, [variable("reason")])).toEqual([
      "What is the reason?",
      "I'm [reason]",
      "[reason], I see. What day?",
      "not sure either",
    ]);
  });

  test("an answer that was not understood is masked too, and small talk is not", () => {
    const texts = (text: string, type: VariableType) =>
      settledTexts([caller(text, "v")], { v: null }, [variable("v", type)])[0];
    expect(texts("it's 44 21", "string")).toBe("[v]");
    expect(texts("Marlowe", "string")).toBe("[v]");
    expect(texts("sorry, can you repeat that please?", "string")).toBe("sorry, can you repeat that please?");
    expect(texts("next Tuesday at half past two", "date")).toBe("[v]");
  });

  test("what was said of a day comes out of the agent's echo", () => {
    const lines = [caller("tomorrow would be good", "day"), agent("Tomorrow, fine.", null)];
    expect(settledTexts(lines, { day: "2026-11-24" }, [variable("day", "date")])).toEqual([
      "[day] would be good",
      "[day], fine.",
    ]);
  });
});

test("spans are kept for all variables, in order, without what lies inside another", () => {
  const turns = turnsOf([caller("12345678 for Jane", "account_number"), agent("Jane, 1234 5678")]);
  expect(findSpans(turns, { ...ACCOUNT, name: "Jane" }, [account, variable("name")])).toEqual([
    { turn: 0, part: "text", start: 0, end: 8, variable: "account_number" },
    { turn: 0, part: "text", start: 13, end: 17, variable: "name" },
    { turn: 1, part: "text", start: 0, end: 4, variable: "name" },
    { turn: 1, part: "text", start: 6, end: 15, variable: "account_number" },
  ]);
});
