import type { Workspace } from "@/lib/identity/workspaces/schema";
import type { Translator } from "@/messages/translator";

type Recording = Workspace["defaults"]["recording"];
type Transcript = Workspace["defaults"]["transcript"];
/** Number inputs can be empty. */
type WithInputs<T, K extends keyof T> = Omit<T, K> & Record<K, number | string>;

/** Fields of the form, named as in the API. A value that is not set is an empty field. */
export type WorkspaceValues = {
  name: string;
  timezone: string | null;
  defaults: {
    recording: WithInputs<Recording, "retention_days" | "answer_window_ms">;
    transcript: WithInputs<Transcript, "retention_days">;
  };
  payment: { ivr_number: string; link_url: string };
  require_zero_retention: boolean;
  require_call_encryption: boolean;
};

export const workspaceValuesOf = ({
  name,
  timezone,
  defaults,
  payment,
  require_zero_retention,
  require_call_encryption,
}: Workspace): WorkspaceValues => ({
  name,
  timezone,
  defaults,
  payment: { ivr_number: payment?.ivr_number ?? "", link_url: payment?.link_url ?? "" },
  require_zero_retention,
  require_call_encryption,
});

/** Client-side validation errors by field. */
export function workspaceProblemsOf(
  t: Translator<"settings">,
  { name, timezone, defaults: { recording, transcript } }: WorkspaceValues,
): Record<string, string | null> {
  const requireNumber = (value: number | string) => (value === "" ? t("general.numberMissing") : null);
  return {
    name: name.trim() === "" ? t("general.nameMissing") : null,
    timezone: timezone === null ? t("general.timeZoneMissing") : null,
    "defaults.recording.retention_days": requireNumber(recording.retention_days),
    "defaults.recording.answer_window_ms": requireNumber(recording.answer_window_ms),
    "defaults.transcript.retention_days": requireNumber(transcript.retention_days),
  };
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

/** The body of the PATCH. */
export const workspaceBodyOf = ({
  defaults: { recording, transcript },
  payment,
  ...values
}: WorkspaceValues) => ({
  ...values,
  defaults: {
    recording: {
      ...recording,
      retention_days: Number(recording.retention_days),
      answer_window_ms: Number(recording.answer_window_ms),
    },
    transcript: { ...transcript, retention_days: Number(transcript.retention_days) },
  },
  payment: { ivr_number: orNull(payment.ivr_number), link_url: orNull(payment.link_url) },
});
