import { z } from "zod";
import type { CallItem } from "@/lib/calls/calls/schema";
import { recordingRule } from "@/lib/contacts/policy";
import { finding } from "./finding";
import type { ExplanationFinding, FindingCode } from "./schema";

const Step = z.object({ event: z.string(), at: z.string(), at_ms: z.number() });
type Step = z.output<typeof Step>;

/** Steps of a recording's trace that decide whether the call is recorded. */
const CODES: Readonly<Record<string, FindingCode>> = {
  announced: "recording_announced",
  announced_on_bridge: "recording_announced",
  began_unannounced: "recording_unannounced",
  began_after_silence: "recording_after_silence",
  began_after_yes: "recording_after_yes",
  began_after_words: "recording_after_words",
  declined_by_words: "recording_declined",
  declined_by_key: "recording_declined",
  declined_on_bridge: "recording_declined",
  unanswered: "recording_unanswered",
  interrupted: "recording_unanswered",
  announcement_unheard: "recording_unheard",
  suppressed_beforehand: "recording_refused_before",
};

function stepFinding({ event, at, at_ms }: Step): ExplanationFinding[] {
  const code = CODES[event];
  if (code === undefined) return [];
  const position = Math.max(0, Math.round(at_ms));
  return [
    finding("recording", code, {
      at,
      evidence: [{ kind: "recording_step", id: event, at, at_ms: position }],
    }),
  ];
}

/** The law of the other party's region on recordings. An unknown one is treated as requiring everyone's knowledge. */
function lawFinding(region: string | null): ExplanationFinding {
  const law = recordingRule(region);
  const names = region === null ? [] : [region];
  if (law === null) return finding("recording", "recording_law_unknown", { names });
  return finding("recording", law.parties === "all" ? "recording_law_all" : "recording_law_one", {
    names,
    rules: [law.rule],
  });
}

/** The announcement of a call's recording, the caller's answer, and the law behind them. */
export function recordingFindings(
  { recording, channel }: CallItem,
  region: string | null,
): ExplanationFinding[] {
  if (channel !== "phone" && channel !== "web") return [];
  const steps = recording.trace.flatMap((step) => {
    const parsed = Step.safeParse(step);
    return parsed.success ? stepFinding(parsed.data) : [];
  });
  return [lawFinding(region), ...(steps.length === 0 ? [finding("recording", "not_recorded")] : steps)];
}
