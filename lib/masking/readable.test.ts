import { describe, expect, test } from "vitest";
import { agent, caller, settledTexts, variable } from "./test/conversation";

const account = variable("account_number");
const ACCOUNT = { account_number: "12345678" };

describe("ordinary talk stays readable", () => {
  test.each([
    "I'd like two rooms for 24 November",
    "We are five people, two of them children, at 12 Baker Street",
    "For one moment, please. It may take a second or two.",
    "Oh, I have a hundred questions: 1, 2, and 3.",
    "My order is 4111 and the year 2024.",
  ])("%s", (text) => {
    for (const line of [caller(text, null), agent(text, null)]) {
      expect(settledTexts([line], ACCOUNT, [account])).toEqual([text]);
    }
  });

  test("a one-digit number is masked in its answer and its read-back alone", () => {
    const rooms = variable("rooms", "number", "how many rooms you need");
    const lines = [
      caller("one question first, do you have 1 or 2 parking spaces?", null),
      agent("We have 2. How many rooms?", "rooms"),
      caller("two please", "rooms"),
      agent("2 rooms, 24 euros each. What day?", "day"),
      caller("the 2 of May", "day"),
      agent("Parking space 2 is free.", null),
    ];
    expect(settledTexts(lines, { rooms: 2 }, [rooms])).toEqual([
      "one question first, do you have 1 or 2 parking spaces?",
      "We have 2. How many rooms?",
      "[rooms] please",
      "[rooms] rooms, 24 euros each. What day?",
      "the 2 of May",
      "Parking space 2 is free.",
    ]);
  });

  test("a one-digit number that was corrected is masked in its read-back too", () => {
    const rooms = variable("rooms", "number", "how many rooms you need");
    const lines = [
      caller("three", "rooms"),
      agent("Three?", "rooms"),
      caller("no, two", "rooms"),
      agent("Two rooms then, not three.", null),
    ];
    expect(settledTexts(lines, { rooms: 2 }, [rooms])).toEqual([
      "[rooms]",
      "[rooms]?",
      "no, [rooms]",
      "[rooms] rooms then, not [rooms].",
    ]);
  });

  test.each(["Yes, that is right.", "That's correct, thank you."])(
    "the read-back of a number that was said without its country code is confirmed in clear: %s",
    (yes) => {
      const lines = [
        agent("What is your phone number?", "phone"),
        caller("It's 212 555 0150.", "phone"),
        agent("Phone +1 212 555 0150. Is that right?", "phone"),
        caller(yes, "phone"),
      ];
      expect(settledTexts(lines, { phone: "+12125550150" }, [variable("phone", "phone")])).toEqual([
        "What is your phone number?",
        "It's [phone].",
        "Phone +[phone]. Is that right?",
        yes,
      ]);
    },
  );

  test("a name does not mask the words it begins, nor numbers beside it", () => {
    const texts = settledTexts(
      [caller("Anna, and we need two rooms at the annals museum", "v")],
      { v: "Anna" },
      [variable("v")],
    );
    expect(texts).toEqual(["[v], and we need two rooms at the annals museum"]);
  });
});
