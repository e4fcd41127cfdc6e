import { describe, expect, test } from "vitest";
import { isCard } from "./card-brands";
import { scrubCards, scrubCardsInJson, scrubCardText } from "./cards";
import { agent, caller, tool, turnsOf } from "./test/conversation";

/** Numbers from the brands' and processors' public test ranges, no real cards. */
const CARDS = {
  visa: "4111111111111111",
  visa13: "4222222222222",
  visa19: "4000000000000000006",
  mastercard: "5555555555554444",
  mastercard2: "2223003122003222",
  amex: "378282246310005",
  discover: "6011111111111117",
  diners: "30569309025904",
  diners16: "3056930009020004",
  jcb: "3530111333300000",
  unionpay: "6200000000000005",
  maestro: "6304000000000000",
};

describe("which numbers are cards", () => {
  test.each(Object.entries(CARDS))("%s", (_, digits) => {
    expect(isCard(digits)).toBe(true);
    expect(scrubCardText(`card ${digits}.`)).toBe("card [payment_card].");
  });

  test.each([
    ["the checksum is wrong", "4111111111111112"],
    ["no brand begins so", "1111111111111117"],
    ["a brand of another length", "37828224631000"],
    ["too short", "411111111116"],
  ])("not when %s", (_, digits) => {
    expect(scrubCardText(digits)).toBe(digits);
  });
});

describe("a card is found however it is said", () => {
  test.each([
    "4111-1111-1111-1111",
    "4111%201111%201111%201111",
    "%34%31%31%31%31%31%31%31%31%31%31%31%31%31%31%31",
    "4111 1111 1111 1111",
    "4111, 1111, 1111, and 1111",
    "4111.1111.1111.1111",
    "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "four one one one, one one one one, one one one one, one one one one",
    "four triple one, uh, double one double one, then 1111 eleven eleven",
    "forty-one eleven eleven eleven eleven eleven eleven eleven",
    "４１１１ １１１１ １１１１ １１１１",
  ])("%s", (text) => {
    expect(scrubCardText(`it is ${text} thanks`)).toBe("it is [payment_card] thanks");
  });

  test("an expiry date behind it does not hide it", () => {
    expect(scrubCardText("4111 1111 1111 1111 12/27")).toContain("[payment_card]");
    expect(scrubCardText("4111 1111 1111 1111 12/27")).not.toContain("1111");
  });
});

test.each([
  "my card is 4111111111111111 am I done?",
  "It is 3782 822463 10005 am I done",
  "41111111 11111111 am I done",
  "It's 4111111111111111 pm me the receipt",
])('a card in front of "am" or "pm" is no time: %s', (text) => {
  expect(scrubCardText(text)).toContain("[payment_card]");
  expect(scrubCardText(text)).not.toMatch(/\d/);
});

test.each([
  "charge 50 dollars to 4111 1111 1111 1111",
  "4111 1111 1111 1111 for $50",
  "4111 1111 1111 1111 50 dollars please",
  "4111 1111 1111 and then 1111 $50 please",
  "pay $50 with 4111111111111111",
  "it is $4111 1111 1111 1111",
])("a sum of money beside a card hides none of it: %s", (text) => {
  expect(scrubCardText(text)).toContain("[payment_card]");
  expect(scrubCardText(text)).not.toMatch(/4111|1111/);
});

test("a sum of money is no group of a card", () => {
  const turns = turnsOf([
    agent("Tickets start at $49.99."),
    agent("Thank you, 447199205."),
    agent("That comes to three hundred and fifty euros in total."),
  ]);
  expect(isCard("4999447199205350")).toBe(true);
  expect(scrubCards(turns)).toEqual({ turns, hits: [] });
});

describe("separate numbers are no card", () => {
  test.each([
    "my order is 4111 and the year 1111 and then 1111 things in 1111",
    "orders 41111111 and 11111111",
    "41111111, 11111111",
    "order 4111 1111 1111 at 11 rooms for 11",
  ])("%s", (text) => {
    expect(scrubCardText(text)).toBe(text);
    expect(scrubCards(turnsOf([caller(text)])).hits).toEqual([]);
  });

  test("nor over turns with other words between", () => {
    const turns = turnsOf([
      caller("my order is 4111 1111"),
      agent("And the year?"),
      caller("the invoice of 1111 1111"),
    ]);
    expect(scrubCards(turns)).toEqual({ turns, hits: [] });
  });
});

describe("answers to different questions", () => {
  type Answers = [variable: string, text: string][];
  const answerTurns = (answers: Answers) =>
    turnsOf(answers.flatMap(([name, text]) => [agent("And?", name), caller(text, name)]));

  const numbers: Answers[] = [
    [
      ["account", "4815162342"],
      ["amount", "700"],
    ],
    [
      ["account", "4815162342"],
      ["amount", "seven hundred and five"],
    ],
    [
      ["account", "422222222222"],
      ["rooms", "2"],
    ],
  ];
  test.each(numbers.map((digits) => [digits]))("are not a card, for all sums: %j", (answers) => {
    const turns = answerTurns(answers);
    expect(isCard("4815162342700") && isCard("4222222222222")).toBe(true);
    expect(scrubCards(turns)).toEqual({ turns, hits: [] });
  });

  const cards: Answers[] = [
    [
      ["account", "4111 1111"],
      ["amount", "11111111"],
    ],
    [
      ["account", "4111"],
      ["amount", "1111 1111"],
      ["code", "1111"],
    ],
    [
      ["account", "3782"],
      ["amount", "822463"],
      ["code", "10005"],
    ],
  ];
  test.each(cards.map((digits) => [digits]))("are a card if they are said in its groups: %j", (answers) => {
    const { turns, hits } = scrubCards(answerTurns(answers));
    expect(hits).toHaveLength(answers.length);
    expect(turns.map(({ text }) => text).join()).not.toMatch(/\d/);
  });

  test("and those to one question are pieces of one number, however it is cut", () => {
    const truncated: Answers = [
      ["account", "41111 1"],
      ["account", "1111111111"],
    ];
    expect(scrubCards(answerTurns(truncated)).hits).toHaveLength(2);
  });
});

describe("split over turns", () => {
  const lines = [
    caller("it's 4111 1111"),
    agent("4111 1111, go on"),
    caller("okay, and then 1111"),
    agent("mhm, 1111"),
    caller("let me see the rest"),
    agent("Sure"),
    caller("one one one one, that's it"),
    agent("Ending in 1111, thank you."),
    tool({ a: "x", card: "4111 1111 1111 1111" }, [4111111111111111]),
  ];

  test("the turn that completes a card rewrites what came before, for good", () => {
    const halfway = scrubCards(turnsOf(lines.slice(0, 6)));
    expect(halfway.hits).toEqual([]);
    const whole = scrubCards(turnsOf(lines));
    expect(whole.turns.map(({ text }) => text)).toEqual([
      "it's [payment_card]",
      "[payment_card], go on",
      "okay, and then [payment_card]",
      "mhm, [payment_card]",
      "let me see the rest",
      "Sure",
      "[payment_card], that's it",
      "Ending in [payment_card], thank you.",
      null,
    ]);
    expect(whole.turns[8]?.tool).toMatchObject({
      arguments: { a: "x", card: "[payment_card]" },
      result: ["[payment_card]"],
    });
    expect(whole.hits).toEqual([0, 1, 2, 3, 6, 7, 8]);
  });

  test("turns that do not change are the same objects, and a second pass changes nothing", () => {
    const turns = turnsOf(lines);
    const scrubbed = scrubCards(turns);
    expect(scrubbed.turns[4]).toBe(turns[4]);
    expect(scrubCards(scrubbed.turns)).toEqual({ turns: scrubbed.turns, hits: [] });
  });

  test("where an agent speaks values is moved along with its text", () => {
    const text = "Card 4111111111111111 for Jane.";
    const turns = turnsOf([
      {
        ...agent(text),
        speaks: [
          { variable: "name", start: 26, end: 30 },
          { variable: "card", start: 5, end: 21 },
        ],
      },
    ]);
    const [turn] = scrubCards(turns).turns;
    expect(turn?.speaks?.map(({ start, end }) => turn.text?.slice(start, end))).toEqual(["Jane"]);
  });
});

test("cards go from any JSON: leaves, numbers, names of members, groups in a list", () => {
  expect(
    scrubCardsInJson({
      a: ["pay 4111111111111111 now", 4111111111111111, 17, true, null],
      "4111111111111111": "x",
    }),
  ).toEqual({
    a: ["pay [payment_card] now", "[payment_card]", 17, true, null],
    "[payment_card]": "x",
  });
  const [turn] = scrubCards(
    turnsOf([tool({ groups: ["4111", "1111", "1111", "1111"], other: "1234" })]),
  ).turns;
  expect(JSON.stringify(turn?.tool)).not.toContain("111");
  expect(turn?.tool?.arguments).toMatchObject({ other: "1234" });
});

describe("a card in letters and words that stand for digits", () => {
  test.each([
    "4lll llll llll llll",
    "4111 1l11 1111 1111",
    "4III-IIII-llll-1111",
    "4OOO OOOO oooo ooo2",
    "4111 won won won won 1111 1111",
    "for won won won won won won won won won won won won won won won",
    "3755 566oI9 IoIoo",
    "34I5 oIIIo2 97434",
    "fower wun wun wun wun wun wun wun wun wun wun wun wun wun wun wun",
    "four eight six one zero oh seven seven, uhm no, zero oh seven five four six three seven eight five five oh",
  ])("%s", (text) => {
    expect(scrubCards(turnsOf([caller(text, null)])).turns[0]?.text).not.toMatch(
      /four|[0-9]|ll|II|oo|won|wun/,
    );
  });

  test.each([
    ["I'd like a table for six on 2026-12-01 at nine", "sure, it's 447199205"],
    ["book it for 4 on 12/14/2026 at 14:30", "1111 1111 1111"],
  ])("a written day is no group of one: %s", (first, second) => {
    const turns = turnsOf([
      caller(first, null),
      agent("And your number?", "account"),
      caller(second, "account"),
    ]);
    expect(scrubCards(turns).hits).toEqual([]);
  });
});
