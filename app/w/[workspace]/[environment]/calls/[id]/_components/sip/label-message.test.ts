import { expect, it } from "vitest";
import { endsOf, isRefusal, labelMessage, secondsSince } from "./label-message";

it.each([
  ["INVITE sip:+xxxxxxxxxxx@192.0.2.7", "INVITE", false],
  ["SIP/2.0 180 Ringing", "180 Ringing", false],
  ["SIP/2.0 200 OK", "200 OK", false],
  ["SIP/2.0 302 Moved Temporarily", "302 Moved Temporarily", true],
  ["SIP/2.0 488 Not Acceptable Here", "488 Not Acceptable Here", true],
])("labels %s", (line, label, refusal) => {
  expect(labelMessage({ start_line: line })).toBe(label);
  expect(isRefusal({ start_line: line })).toBe(refusal);
});

it("says when a message came, and between which sides", () => {
  const at = (text: string) => ({ at: `2026-11-28T09:00:${text}Z` });
  expect(secondsSince(at("00.500"), at("02.125"))).toBe(1.625);
  expect(endsOf({ leg: "caller", direction: "in" })).toEqual({ from: "trunk", to: "parley" });
  expect(endsOf({ leg: "caller", direction: "out" })).toEqual({ from: "parley", to: "trunk" });
  expect(endsOf({ leg: "transfer", direction: "out" })).toEqual({ from: "parley", to: "transfer" });
});
