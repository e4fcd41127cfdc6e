import type { Conclusion } from "./model-contract";
import type { ConversationState } from "./state";

/** Facts about a call's end that override the model's conclusion. */
export type EndFacts = Pick<ConversationState, "endReason" | "optOut"> & {
  /** The caller declined to be recorded. */
  hasRefusedRecording: boolean;
};

const OPT_OUT_SENTENCES: Readonly<Record<NonNullable<ConversationState["optOut"]>["at"], string | null>> = {
  asking: null,
  declined: null,
  standing: "The caller asked not to be contacted again, and their number was removed.",
  undone: "The caller asked not to be contacted again, and took that back.",
  still_suppressed:
    "The caller asked not to be contacted again, and took that back; the number stays removed because of an earlier request.",
  no_number: "The caller asked not to be contacted again; there was no number to remove.",
};
const RECORDING_DECLINED_SENTENCE = "The caller did not want to be recorded.";

/** Outcomes that the end of a call sets. They override a model's conclusion. */
const OUTCOME_BY_END_REASON: Partial<Record<NonNullable<EndFacts["endReason"]>, string>> = {
  declined: "declined",
  voicemail_reached: "voicemail",
};

/** Patterns of summary sentences on topics where only the facts count. */
const TOPIC_PATTERNS = {
  contact:
    /\b(?:call(?:s|ed|ing|back)?|contact\w*|text(?:s|ed|ing)?|messag\w*|reach\w*|hear|list|opt\w*|unsubscri\w*|remov\w*|suppress\w*|consent\w*|happy|glad|welcome\w*|again)\b/i,
  recording:
    /\b(?:record\w*|tap(?:e|ed|es|ing)|captur\w*|consent\w*|opt\w*|refus\w*|declin\w*|agree\w*|allow\w*)\b/i,
};

/** Removes the sentences of a summary that match any of the patterns. */
const removeSentences = (summary: string, patterns: readonly RegExp[]): string =>
  summary
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !patterns.some((pattern) => pattern.test(sentence)))
    .join(" ");

/** Whether the call ended with the caller suppressed, by their words or by a keyword. */
export const isOptedOut = ({ endReason, optOut }: Pick<ConversationState, "endReason" | "optOut">): boolean =>
  endReason === "opted_out" || optOut?.at === "standing";

/**
 * Applies the facts to a model's conclusion. If the caller was suppressed, outcome and summary come from the
 * engine alone, because no sentence of a model can be trusted not to contradict that. A declined recording,
 * and an opt-out request without a suppression, are stated before the model's summary of other topics.
 */
export function applyEndFacts(conclusion: Conclusion, facts: EndFacts): Conclusion {
  const { endReason, optOut, hasRefusedRecording } = facts;
  const isRemoved = isOptedOut(facts);
  const optOutSentence = isRemoved
    ? OPT_OUT_SENTENCES.standing
    : optOut === undefined
      ? null
      : OPT_OUT_SENTENCES[optOut.at];
  const factSentences = [
    optOutSentence,
    hasRefusedRecording || endReason === "declined" ? RECORDING_DECLINED_SENTENCE : null,
  ].filter((s) => s !== null);
  if (isRemoved) return { outcome: "opted_out", successful: false, summary: factSentences.join(" ") };
  const overriddenTopics = [
    ...(optOutSentence === null ? [] : [TOPIC_PATTERNS.contact]),
    ...(factSentences.includes(RECORDING_DECLINED_SENTENCE) ? [TOPIC_PATTERNS.recording] : []),
  ];
  const summary = [...factSentences, removeSentences(conclusion.summary, overriddenTopics)]
    .filter((s) => s !== "")
    .join(" ");
  const outcome = OUTCOME_BY_END_REASON[endReason ?? "agent_ended"];
  return outcome === undefined ? { ...conclusion, summary } : { outcome, successful: false, summary };
}
