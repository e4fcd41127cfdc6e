import { expect, it } from "vitest";
import type { CallRow } from "../call-row";
import { callsCsv } from "./export-calls";

const ROW: CallRow = {
  id: "call_1",
  created_at: "2026-11-24T09:30:00.000Z",
  agent_id: "agt_1",
  channel: "phone",
  direction: "inbound",
  status: "completed",
  end_reason: "agent_ended",
  duration_ms: 61_500,
  tags: ["vip", "=1+1"],
  from: "+12125550123",
  to: null,
  outcome: { tag: "booked", successful: true },
  latency_ms: 640,
  is_held: false,
};

it("writes the selected calls with the API's names, and no formulas", () => {
  expect(callsCsv([ROW, { ...ROW, outcome: null, tags: ["=1+1"] }]).split("\r\n")).toEqual([
    "id,created_at,agent_id,channel,direction,from,to,status,end_reason,outcome,tags,duration_s",
    'call_1,2026-11-24T09:30:00.000Z,agt_1,phone,inbound,+12125550123,,completed,agent_ended,booked,"vip, =1+1",61.5',
    "call_1,2026-11-24T09:30:00.000Z,agt_1,phone,inbound,+12125550123,,completed,agent_ended,,'=1+1,61.5",
    "",
  ]);
});
