import { clock } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { CallTexts } from "./call-texts";

type Fact = readonly [name: string, value: string];

/** How a file or the page names the call's channel with its direction, and writes times. */
type Wording = { channel: string; when: (at: string) => string };

/** The facts at the top of an exported or printed call. */
export function callFacts(t: CallTexts, call: Call, { channel, when }: Wording): Fact[] {
  const facts: (Fact | null)[] = [
    [t("column.id"), call.id],
    [t("column.status"), t(`status.${call.status}`)],
    [t("column.channel"), channel],
    [t("decision.version"), call.agent_version === null ? t("decision.draft") : String(call.agent_version)],
    [t("decision.purpose"), t(`purpose.${call.purpose}`)],
    call.from === null ? null : [t("column.from"), call.from],
    call.to === null ? null : [t("column.to"), call.to],
    [t("timing.created"), when(call.created_at)],
    call.ended_at === null ? null : [t("timing.ended"), when(call.ended_at)],
    call.duration_ms === null ? null : [t("column.duration"), clock(call.duration_ms)],
    call.end_reason === null ? null : [t("column.endReason"), t(`endReason.${call.end_reason}`)],
    [t("filters.recording"), t(`recordingState.${call.recording.state}`)],
  ];
  return facts.filter((fact) => fact !== null);
}
