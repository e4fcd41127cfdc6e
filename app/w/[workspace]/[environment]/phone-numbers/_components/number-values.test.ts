import { expect, it } from "vitest";
import { CreatePhoneNumber, type PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { english } from "@/messages/testing/english";
import { type Choices, numberBodyOf, numberProblemsOf, numberValuesOf } from "./number-values";

const ID = "0".repeat(26);
const choices: Choices = {
  agents: [],
  accounts: [{ id: `int_${ID}`, name: "Twilio", kind: "twilio" }],
  timezone: "UTC",
};
const number: PhoneNumber = {
  id: `num_${ID}`,
  number: "+12125550123",
  agent_id: `agt_${ID}`,
  integration_id: `int_${ID}`,
  hours: { days: ["mon", "sat"], start: "08:30", end: "24:00", timezone: "Europe/Berlin" },
  fallback_number: "+12125550142",
  revision: "0190c6a4",
  created_at: "2026-11-21T00:00:00.000Z",
};

it("converts a number to form values and back to a valid body", () => {
  for (const phoneNumber of [number, { ...number, agent_id: null, hours: null, fallback_number: null }]) {
    const { id: _, created_at: __, revision: ___, ...fields } = phoneNumber;
    const body = { number: phoneNumber.number, ...numberBodyOf(numberValuesOf(phoneNumber, choices)) };
    expect(body).toEqual(fields);
    expect(CreatePhoneNumber.parse(body)).toEqual(fields);
  }
});

it("preselects the only account, and uses the workspace's time zone for new hours", () => {
  const values = numberValuesOf(null, choices);
  expect(values).toMatchObject({ integration_id: `int_${ID}`, always: true, hours: { timezone: "UTC" } });
  const two = {
    ...choices,
    accounts: [...choices.accounts, { id: `int_${"1".repeat(26)}`, name: "Trunk", kind: "sip" }],
  };
  expect(numberValuesOf(null, two).integration_id).toBeNull();
});

it("requires valid hours only if the agent has hours", () => {
  const none = { days: [], start: "10:00", end: "09:00", timezone: null };
  const values = { ...numberValuesOf(number, choices), hours: none };
  const wrong = (always: boolean) => {
    const problems = numberProblemsOf(english("numbers"), english("common.hours"), { ...values, always });
    return Object.keys(problems).filter((field) => problems[field] !== null);
  };
  expect(wrong(false)).toEqual(["hours.days", "hours.end", "hours.timezone"]);
  expect(wrong(true)).toEqual([]);
});
