import { describe, expect, test } from "vitest";
import { checkConfig, SYSTEM_OUTCOMES } from "./check";
import { newConfig } from "./defaults";
import { holdsPaymentCard } from "./payment-card";
import { CreateAgent } from "./schema";

const least = { name: "Front desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
const problems = (given: object) =>
  checkConfig(newConfig(CreateAgent.parse({ ...least, ...given }))).map(({ pointer, code }) => [
    pointer,
    code,
  ]);
const variables = (...list: object[]) => problems({ variables: list });

describe("a configuration holds together", () => {
  test("the least that makes an agent passes", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ type: "messaging", voice_id: null })).toEqual([]);
  });

  test("a voice agent has a voice and a messaging agent has none", () => {
    expect(problems({ voice_id: null })).toEqual([["/voice_id", "required"]]);
    expect(problems({ type: "messaging" })).toEqual([["/voice_id", "not_allowed"]]);
  });

  test("names of tools, variables, choices and outcomes are each there once", () => {
    expect(problems({ tools: ["a", "b", "a"] })).toEqual([["/tools/2", "duplicate"]]);
    expect(variables({ name: "day" }, { name: "day", type: "date" })).toEqual([
      ["/variables/1/name", "duplicate"],
    ]);
    expect(variables({ name: "size", type: "choice", choices: ["small", "Large", "large "] })).toEqual([
      ["/variables/0/choices/2", "duplicate"],
    ]);
    expect(problems({ outcomes: [{ tag: "booked" }, { tag: "booked" }] })).toEqual([
      ["/outcomes/1/tag", "duplicate"],
    ]);
  });

  test("a choice, and only a choice, has choices", () => {
    expect(variables({ name: "size", type: "choice" })).toEqual([["/variables/0/choices", "required"]]);
    expect(variables({ name: "size", choices: ["small"] })).toEqual([
      ["/variables/0/choices", "not_allowed"],
    ]);
  });

  test.each(SYSTEM_OUTCOMES)("the system's outcome %s is not an agent's", (tag) => {
    expect(problems({ outcomes: [{ tag }] })).toEqual([["/outcomes/0/tag", "reserved"]]);
  });

  test("a variable for a payment card is refused and the payment tools are named", () => {
    const config = newConfig(
      CreateAgent.parse({ ...least, variables: [{ name: "day" }, { name: "card_number" }] }),
    );
    expect(checkConfig(config)).toEqual([
      expect.objectContaining({
        pointer: "/variables/1",
        code: "payment_card",
        message: expect.stringContaining("send_secure_payment_link"),
      }),
    ]);
  });
});

describe("payment cards are known by what they are called", () => {
  test.each([
    ["card_number", ""],
    ["cardnumber", ""],
    ["cc_number", ""],
    ["cvv", ""],
    ["cvc2", ""],
    ["pan", ""],
    ["security_code", ""],
    ["payment", "your credit card"],
    ["digits", "the number on your card"],
    ["digits", "the long number of your Visa card"],
    ["expiry", "the card's expiry date: card expiration"],
    ["code", "the three digit CVC"],
    ["primary", "Primary Account Number"],
  ])("%s, %s", (name, description) => {
    expect(holdsPaymentCard({ name, description, type: "string" })).toBe(true);
  });

  test.each([
    ["account_number", "your account number"],
    ["library_card_number", "the number of your library card"],
    ["member", "your membership card number"],
    ["insurance", "Health insurance card number"],
    ["item", "a frying pan"],
    ["card_last4", "the last four digits of your card"],
    ["greeting_card", "the text for the birthday card"],
    ["company", "the name of your company"],
  ])("%s, %s is none", (name, description) => {
    expect(holdsPaymentCard({ name, description, type: "string" })).toBe(false);
  });

  test("what cannot hold a number is none", () => {
    expect(
      holdsPaymentCard({ name: "by_credit_card", description: "pay by credit card", type: "boolean" }),
    ).toBe(false);
  });
});
