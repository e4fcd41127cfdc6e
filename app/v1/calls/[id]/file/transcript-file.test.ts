import { describe, expect, test } from "vitest";
import { Call } from "@/lib/calls/calls/schema";
import type { CallFileFormat } from "@/lib/data/exports/schema";
import { writeTranscript } from "./transcript-file";

const ULID = "0".repeat(26);
const AT = "2026-03-04T05:06:07.000Z";
const turn = { start_ms: 0, end_ms: 1_000, interrupted: false };
const call = Call.parse({
  id: `call_${ULID}`,
  agent_id: `agt_${ULID}`,
  agent_version: 3,
  campaign_id: null,
  contact_id: null,
  environment: "live",
  channel: "phone",
  direction: "outbound",
  from: null,
  to: "+12125550187",
  status: "completed",
  end_reason: "agent_ended",
  reasons: [],
  purpose: "informational",
  settled_at: AT,
  outcome: { tag: "callback_arranged", summary: "The caller gave the day.", successful: true },
  variables: { account_number: { masked: true }, day: "2026-03-05", seats: 2 },
  recording: {
    state: "recorded",
    announced_at: AT,
    opted_out_at: null,
    duration_ms: 90_000,
    expires_at: null,
    trace: [{ event: "announced", at: AT, at_ms: 2_000 }],
  },
  caller_signature: null,
  traffic_split: null,
  cost: null,
  scores: [{ criterion: "polite", version: 1, verdict: "passed", value: true }],
  provider_failures: [],
  latency: { turn_p50_ms: null, turn_p95_ms: null },
  tags: [],
  notes: "",
  legal_hold: null,
  metadata: {},
  erased_at: null,
  created_at: AT,
  started_at: AT,
  answered_at: AT,
  ended_at: AT,
  duration_ms: 92_000,
  transcript: [
    { ...turn, index: 0, role: "agent", text: "What is your number?", interrupted: true },
    { ...turn, index: 1, role: "caller", text: '=It is [account_number], "Larkspur"', start_ms: 61_000 },
    {
      ...turn,
      index: 2,
      role: "tool",
      text: null,
      start_ms: 63_000,
      tool: {
        name: "look_up",
        arguments: { account_number: { masked: true } },
        result: [{ city: "Berlin" }],
        ok: true,
      },
    },
  ],
});

const write = (format: CallFileFormat, exported: Call = call): string =>
  writeTranscript(format, { call: exported, agent: "Front desk" });

describe("an exported call", () => {
  test("is text with its facts, and with masks as names in brackets", () => {
    const text = write("text");
    expect(text).toContain("Call with Front desk\n\nDetails\nID: call_");
    expect(text).toContain("Duration: 1:32");
    expect(text).toContain("Outcome\nCallback arranged\nThe caller gave the day.");
    expect(text).toContain("Variables\naccount_number: [account_number]\nday: 2026-03-05\nseats: 2");
    expect(text).toContain("Recording consent\n0:02: Announcement completed");
    expect(text).toContain("[0:00] Agent: What is your number? (interrupted)");
    expect(text).toContain('[1:01] Caller: =It is [account_number], "Larkspur"');
    expect(text).toContain(
      '[1:03] Tool: look_up (Done). Arguments: {"account_number":"[account_number]"}. Result: [{"city":"Berlin"}]',
    );
  });
  test("is the API's call as JSON", () => {
    expect(JSON.parse(write("json"))).toEqual(call);
  });
  test("is Markdown with the same turns", () => {
    const text = write("markdown");
    expect(text).toMatch(/^# Call with Front desk\n\n## Details\n\n- ID: call_/);
    expect(text).toContain('\n\n**Caller** (1:01): =It is [account_number], "Larkspur"\n\n**Tool** (1:03)');
  });
  test("has its turns as CSV, in which no cell is a formula", () => {
    const lines = write("csv").split("\r\n");
    expect(lines[0]).toMatch(/^index,role,start_ms,end_ms,interrupted,text,tool_name/);
    expect(lines[1]).toBe("0,agent,0,1000,true,What is your number?,,,,,");
    expect(lines[2]).toBe('1,caller,61000,1000,false,"\'=It is [account_number], ""Larkspur""",,,,,');
    expect(lines[3]).toContain("look_up,true,");
    expect(lines).toHaveLength(5);
  });
  test("without a transcript says so", () => {
    const empty = { ...call, transcript: [] };
    expect(write("text", empty)).toContain("Conversation\nNo transcript.");
    expect(write("csv", empty).split("\r\n")).toHaveLength(2);
  });
});
