import { describe, expect, it } from "vitest";
import type { CallItem } from "@/lib/calls/calls/schema";
import { maskingFindings } from "./masking-findings";
import { recordingFindings } from "./recording-findings";

const AT = "2026-11-24T09:30:00.000Z";

/** A call with only the fields that the findings read. */
const callWith = (fields: Partial<CallItem>): CallItem => fields as CallItem;
const recorded = (trace: unknown[], channel: CallItem["channel"] = "phone") =>
  callWith({
    channel,
    recording: {
      state: "recorded",
      announced_at: AT,
      opted_out_at: null,
      duration_ms: null,
      expires_at: null,
      trace,
    },
  });
const step = (event: string, at_ms: number) => ({ event, at: AT, at_ms });

describe("the recording of a call", () => {
  it("has the announcement with its position, the answer, and the law of the region", () => {
    const trace = [
      step("announcing", 0),
      step("announced", 4_020.4),
      step("began_after_silence", 7_100),
      step("of_a_later_version", 8_000),
      { event: "declined_by_key" },
    ];
    const findings = recordingFindings(recorded(trace), "US-FL");
    expect(findings.map(({ code }) => code)).toEqual([
      "recording_law_all",
      "recording_announced",
      "recording_after_silence",
    ]);
    expect(findings[0]?.rules[0]?.source).toMatch(/^https:/);
    expect(findings[1]).toMatchObject({ at: AT, evidence: [{ id: "announced", at_ms: 4_020 }] });
  });

  it("treats an unknown region as one that requires the knowledge of all, and names no law", () => {
    const [law, state] = recordingFindings(recorded([]), null);
    expect(law).toMatchObject({ code: "recording_law_unknown", rules: [] });
    expect(state?.code).toBe("not_recorded");
    expect(recordingFindings(recorded([]), "US-NY")[0]?.code).toBe("recording_law_one");
  });

  it("is left out for written conversations", () => {
    expect(recordingFindings(recorded([], "chat"), "US-FL")).toEqual([]);
  });
});

describe("the masked variables of a call", () => {
  const masked = { masked: true } as const;
  const variables = { account: masked, note: masked, city: "Berlin", age: null };

  it("are listed by reason, without any value", () => {
    const findings = maskingFindings(callWith({ variables }), new Set(["account", "city"]));
    expect(findings.map(({ code, names }) => [code, names])).toEqual([
      ["variables_sensitive", ["account"]],
      ["variables_withheld", ["note"]],
    ]);
    expect(JSON.stringify(findings)).not.toContain("Berlin");
  });

  it("are none if every value is shown", () => {
    const [only] = maskingFindings(callWith({ variables: { city: "Berlin" } }), new Set());
    expect(only?.code).toBe("variables_shown");
  });
});
