import { describe, expect, test } from "vitest";
import { checkConfig, SYSTEM_OUTCOMES } from "./check";
import { buildConfig } from "./defaults";
import { isPaymentCard } from "./payment-card";
import { CreateAgent } from "./schema";

const minimalAgent = { name: "Front desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
const problems = (overrides: object) =>
  checkConfig(buildConfig(CreateAgent.parse({ ...minimalAgent, ...overrides }))).map(({ pointer, code }) => [
    pointer,
    code,
  ]);
const variables = (...list: object[]) => problems({ variables: list });

describe("checking a configuration", () => {
  test("accepts a minimal agent", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ type: "messaging", voice_id: null })).toEqual([]);
  });

  test("requires a voice for a voice agent and none for a messaging agent", () => {
    expect(problems({ voice_id: null })).toEqual([["/voice_id", "required"]]);
    expect(problems({ type: "messaging" })).toEqual([["/voice_id", "not_allowed"]]);
  });

  test("requires unique names of tools, variables, choices and outcomes", () => {
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

  test("requires choices for a choice variable and only there", () => {
    expect(variables({ name: "size", type: "choice" })).toEqual([["/variables/0/choices", "required"]]);
    expect(variables({ name: "size", choices: ["small"] })).toEqual([
      ["/variables/0/choices", "not_allowed"],
    ]);
  });

  test.each(SYSTEM_OUTCOMES)("rejects the system's outcome %s", (tag) => {
    expect(problems({ outcomes: [{ tag }] })).toEqual([["/outcomes/0/tag", "reserved"]]);
  });

  test("rejects a variable for a payment card and names the payment tools", () => {
    const config = buildConfig(
      CreateAgent.parse({ ...minimalAgent, variables: [{ name: "day" }, { name: "card_number" }] }),
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

describe("detecting payment cards by name and description", () => {
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
    expect(isPaymentCard({ name, description, type: "string" })).toBe(true);
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
    expect(isPaymentCard({ name, description, type: "string" })).toBe(false);
  });

  test("ignores types that cannot hold a number", () => {
    expect(
      isPaymentCard({ name: "by_credit_card", description: "pay by credit card", type: "boolean" }),
    ).toBe(false);
  });
});
