import { expect, it } from "vitest";
import { type RecentRecord, recordOfPath, withVisit } from "./recent-records";

it.each([
  ["/agents/agt_1", { kind: "agent", href: "/agents/agt_1" }],
  ["/agents/agt_1/versions", { kind: "agent", href: "/agents/agt_1" }],
  ["/calls/call_1", { kind: "call", href: "/calls/call_1" }],
  ["/contacts/ctc_1", { kind: "contact", href: "/contacts/ctc_1" }],
  ["/campaigns/cmp_1", { kind: "campaign", href: "/campaigns/cmp_1" }],
  ["/campaigns/new", null],
  ["/agents", null],
  ["/tools/tool_1", null],
  ["/", null],
])("%s shows the record %o", (path, record) => {
  expect(recordOfPath(path)).toEqual(record);
});

const visit = (n: number): RecentRecord => ({ kind: "call", href: `/calls/call_${n}`, title: `Call ${n}` });

it("keeps the last five records, the latest first and each once", () => {
  const records = [1, 2, 3, 2, 4, 5, 6].reduce<RecentRecord[]>((all, n) => withVisit(all, visit(n)), []);
  expect(records.map(({ title }) => title)).toEqual(["Call 6", "Call 5", "Call 4", "Call 2", "Call 3"]);
});

it("updates the title of a record", () => {
  const renamed = { ...visit(1), title: "Renamed" };
  expect(withVisit([visit(1)], renamed)).toEqual([renamed]);
});
