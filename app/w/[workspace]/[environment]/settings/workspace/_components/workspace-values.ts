import type { Workspace } from "@/lib/identity/workspaces/schema";

type Recording = Workspace["defaults"]["recording"];
type Transcript = Workspace["defaults"]["transcript"];
/** A number may be empty while it is typed. */
type Typed<T, K extends keyof T> = Omit<T, K> & Record<K, number | string>;

/** Fields of the form, named as in the API. What is not set is an empty field. */
export type WorkspaceValues = {
  name: string;
  timezone: string | null;
  defaults: {
    recording: Typed<Recording, "retention_days" | "answer_window_ms">;
    transcript: Typed<Transcript, "retention_days">;
  };
  payment: { ivr_number: string; link_url: string };
  require_zero_retention: boolean;
};

export const workspaceValuesOf = ({
  name,
  timezone,
  defaults,
  payment,
  require_zero_retention,
}: Workspace): WorkspaceValues => ({
  name,
  timezone,
  defaults,
  payment: { ivr_number: payment?.ivr_number ?? "", link_url: payment?.link_url ?? "" },
  require_zero_retention,
});

const requireNumber = (value: number | string) => (value === "" ? "Write a number." : null);

/** Client-side validation errors by field. */
export const workspaceProblemsOf = ({
  name,
  timezone,
  defaults,
}: WorkspaceValues): Record<string, string | null> => ({
  name: name.trim() === "" ? "Give it a name." : null,
  timezone: timezone === null ? "Choose a time zone." : null,
  "defaults.recording.retention_days": requireNumber(defaults.recording.retention_days),
  "defaults.recording.answer_window_ms": requireNumber(defaults.recording.answer_window_ms),
  "defaults.transcript.retention_days": requireNumber(defaults.transcript.retention_days),
});

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
