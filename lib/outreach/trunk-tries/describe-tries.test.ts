import { expect, it } from "vitest";
import { describeTries, type PlacementRow } from "./describe-tries";

const AT = "2026-11-28T12:00:00.000Z";
const NAMES = new Map([
  ["int_a", "First"],
  ["int_b", "Second"],
]);
const failed = (id: string, more: object) => ({
  integration_id: id,
  from_number: "+12125550100",
  at: AT,
  was_sent: true,
  status: 503,
  reason: null,
  ...more,
});
const placement = (more: Partial<PlacementRow>): PlacementRow => ({
  integration_id: "int_b",
  from_number: "+12125550101",
  state: "ended",
  sip_status: 200,
  requested_at: AT,
  claimed_at: AT,
  is_held: false,
  tries: [],
  ...more,
});
const resultsOf = (row: PlacementRow) =>
  describeTries(row, NAMES).map(({ trunk, result, sip_status: status }) => [trunk, result, status]);

it("lists the trunks that did not place the call, and then the one that it stayed with", () => {
  const tries = [
    failed("int_gone", { was_sent: false, status: null, reason: "disconnected" }),
    failed("int_a", {}),
  ];
  expect(resultsOf(placement({ tries }))).toEqual([
    [null, "disconnected", null],
    ["First", "rejected", 503],
    ["Second", "answered", 200],
  ]);
});

it("lists a trunk once if no further one was left", () => {
  const tries = [failed("int_a", { was_sent: false, status: null }), failed("int_b", { status: 500 })];
  expect(resultsOf(placement({ sip_status: 500, tries }))).toEqual([
    ["First", "unreachable", null],
    ["Second", "rejected", 500],
  ]);
});

it.each([
  [{ state: "requested", sip_status: null }, "in_progress"],
  [{ state: "claimed", sip_status: null, is_held: true }, "in_progress"],
  // Its gateway died.
  [{ state: "claimed", sip_status: null }, "unknown"],
  [{ sip_status: null }, "unknown"],
  [{ sip_status: 486 }, "rejected"],
] as const)("tells the state of %j", (more, result) => {
  expect(resultsOf(placement(more)).map(([, value]) => value)).toEqual([result]);
});

it("leaves out tries of another form", () => {
  expect(resultsOf(placement({ tries: [{ trunk: "int_a" }, null, "x"] }))).toHaveLength(1);
});
