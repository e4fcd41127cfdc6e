import { expect, test } from "vitest";
import { english } from "@/messages/testing/english";
import { endHelp, silenceMinutes } from "./end-help";

const t = english("agents.endHelp");

test("inactivity names the limit of a typed test, and the agent's own in a call", () => {
  expect(endHelp(t, { mode: "text", reason: "inactivity", silenceS: 30 })).toContain(
    "No message came for 10 minutes",
  );
  expect(endHelp(t, { mode: "voice", reason: "inactivity", silenceS: 30 })).toContain(
    "silent for 30 seconds",
  );
});

test("an agent's longer limit counts for typed tests too", () => {
  expect(silenceMinutes(900)).toBe(15);
  expect(silenceMinutes(30)).toBe(10);
});

test("other ends are explained where a person can act on them", () => {
  expect(endHelp(t, { mode: "text", reason: "max_duration", silenceS: 30 })).toContain("under Limits");
  expect(endHelp(t, { mode: "text", reason: "agent_ended", silenceS: 30 })).toBeNull();
  expect(endHelp(t, { mode: "text", reason: null, silenceS: 30 })).toBeNull();
});
