import type { Conclusion } from "./model-contract";
import type { State } from "./state";

/** What is known of a call's end, whatever its model says of it. */
export type Facts = Pick<State, "endReason" | "optOut"> & {
  /** The caller refused to be recorded. */
  refusedRecording: boolean;
};

const OPT_OUTS: Readonly<Record<NonNullable<State["optOut"]>["at"], string | null>> = {
  asking: null,
  declined: null,
  standing: "The caller asked not to be contacted again, and their number was removed.",
  undone: "The caller asked not to be contacted again, and took that back.",
  still_suppressed:
    "The caller asked not to be contacted again, and took that back; the number stays removed because of an earlier request.",
  no_number: "The caller asked not to be contacted again; there was no number to remove.",
};
const REFUSED = "The caller did not want to be recorded.";

/** Sentences of a model's that speak of a matter on which the facts alone count. */
const ABOUT = {
  contact:
    /\b(?:call(?:s|ed|ing|back)?|contact\w*|text(?:s|ed|ing)?|messag\w*|reach\w*|hear|list|opt\w*|unsubscri\w*|remov\w*|suppress\w*|consent\w*|happy|glad|welcome\w*|again)\b/i,
  recording:
    /\b(?:record\w*|tap(?:e|ed|es|ing)|captur\w*|consent\w*|opt\w*|refus\w*|declin\w*|agree\w*|allow\w*)\b/i,
};

/** The sentences of a summary that do not speak of these matters. */
const without = (summary: string, matters: readonly RegExp[]): string =>
  summary
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !matters.some((matter) => matter.test(sentence)))
    .join(" ");

/** Whether the call ended with the caller removed, by their words or by a keyword. */
export const isOptedOut = ({ endReason, optOut }: Pick<State, "endReason" | "optOut">): boolean =>
  endReason === "opted_out" || optOut?.at === "standing";

/**
 * A model's conclusion under the facts. Where the caller was removed, outcome and summary are the engine's alone: no
 * sentence of a model's can be trusted to say nothing against that. A refusal to be recorded, and a wish that came to
 * nothing, stand before what the model says of other matters.
 */
export function concluded(conclusion: Conclusion, facts: Facts): Conclusion {
  const { endReason, optOut, refusedRecording } = facts;
  const isRemoved = isOptedOut(facts);
  const wish = isRemoved ? OPT_OUTS.standing : optOut === undefined ? null : OPT_OUTS[optOut.at];
  const fixed = [wish, refusedRecording || endReason === "declined" ? REFUSED : null].filter(
    (s) => s !== null,
  );
  if (isRemoved) return { outcome: "opted_out", successful: false, summary: fixed.join(" ") };
  const matters = [
    ...(wish === null ? [] : [ABOUT.contact]),
    ...(fixed.includes(REFUSED) ? [ABOUT.recording] : []),
  ];
  const summary = [...fixed, without(conclusion.summary, matters)].filter((s) => s !== "").join(" ");
  return endReason === "declined"
    ? { outcome: "declined", successful: false, summary }
    : { ...conclusion, summary };
}
