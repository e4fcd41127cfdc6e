import type { Call, Turn } from "@/lib/calls/calls/schema";
import type { PlainTranslator } from "@/messages/translator";

/** Texts without arguments of a written call. */
type CallTextKey =
  | `column.${"id" | "status" | "channel" | "from" | "to" | "duration" | "endReason"}`
  | `status.${Call["status"]}`
  | `purpose.${Call["purpose"]}`
  | `endReason.${NonNullable<Call["end_reason"]>}`
  | `recordingState.${Call["recording"]["state"]}`
  | `speaker.${Turn["role"]}`
  | `decision.${"version" | "draft" | "purpose"}`
  | `timing.${"created" | "ended"}`
  | `turn.${"toolDone" | "toolFailed"}`
  | "filters.recording";

/** Translates these texts: the translator of `calls` of a page, or of the server, which writes files. */
export type CallTexts = PlainTranslator<"calls", CallTextKey>;

type Named<Name extends string> = Readonly<Record<Name, string>>;
/** The texts of a turn. Types of functions cannot say which arguments each key has, so those with arguments are apart. */
export type TurnTexts = {
  label: CallTexts;
  toolLine(values: Named<"name" | "state" | "arguments" | "result">): string;
  interruptedLine(values: Named<"text">): string;
};
