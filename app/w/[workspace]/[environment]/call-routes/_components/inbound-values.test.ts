import { expect, it } from "vitest";
import { InboundRoute } from "@/lib/agents/inbound-routes/schema";
import { english } from "@/messages/testing/english";
import { fieldOf, inboundProblemsOf, inboundRouteOf, inboundValuesOf } from "./inbound-values";

const ROUTE: InboundRoute = {
  pattern: "+49221*",
  agent_id: `agt_${"0".repeat(26)}`,
  hours: { days: ["mon", "sat"], start: "08:30", end: "24:00", timezone: "Europe/Berlin" },
  fallback_number: "+12125550142",
};

it("sends what it has read", () => {
  for (const route of [ROUTE, { ...ROUTE, agent_id: null, hours: null, fallback_number: null }]) {
    const body = inboundRouteOf(inboundValuesOf(route, "UTC"));
    expect(body).toEqual(route);
    expect(InboundRoute.parse(body)).toEqual(route);
  }
});

it("requires a pattern, and valid hours only if the agent has hours", () => {
  const none = { days: [], start: "10:00", end: "09:00", timezone: null };
  const values = { ...inboundValuesOf(null, "UTC"), hours: none };
  const problems = (always: boolean) =>
    Object.entries(inboundProblemsOf(english("routes.form"), english("common.hours"), { ...values, always }))
      .filter(([, problem]) => problem !== null)
      .map(([field]) => field);
  expect(problems(false)).toEqual(["pattern", "hours.days", "hours.end", "hours.timezone"]);
  expect(problems(true)).toEqual(["pattern"]);
});

it("finds the input of a message about a route of the list", () => {
  expect(fieldOf("routes.12.pattern")).toBe("pattern");
  expect(fieldOf("agent_id")).toBe("agent_id");
});
