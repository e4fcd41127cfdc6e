import { TRANSFER_TO_HUMAN } from "./model-contract";
import type { Deed, KeptTurn, OptOut, Saying, State, Understood } from "./state";
import { isUndo } from "./understood";

/** What the engine does about a caller's words before any model hears them: where the conversation stands then. */
export type Heeded = {
  state: State;
  /** The turn is the engine's matter, and no answer for the model. */
  aside?: NonNullable<KeptTurn["aside"]>;
  /** A mere yes or no to the engine's own question: no answer to the model's. */
  isReply?: true;
  deed?: Deed;
};

/** Words that were not understood are asked for once more. */
const MOST_ASKED = 2;

const optOut = (state: State, at: OptOut["at"], asked = 0): OptOut => ({
  at,
  asked: (state.optOut?.asked ?? 0) + asked,
});

function standing(state: State, at: OptOut["at"], say: Saying | undefined, asked = 0): State {
  return { ...state, optOut: optOut(state, at, asked), say };
}

/** The caller's number is suppressed, and they are told so, unless nothing can be sent to them any more. */
export const removed = (state: State, canAnswer: boolean): State =>
  canAnswer
    ? standing(state, "standing", { line: "opted_out", next: "listen" })
    : { ...standing(state, "standing", undefined), ending: "opted_out" };

const suppressed = (state: State, { canAnswer }: Understood): Heeded => ({
  state: removed(state, canAnswer),
  aside: "opt_out",
  deed: "suppress",
});

const asked = (state: State): Heeded => ({
  state: standing(state, "asking", { line: "ask_opt_out", next: "listen" }, 1),
  aside: "opt_out",
});

/** There is no number: the caller is told so, once. */
export function withoutNumber(state: State, next: Saying["next"] = "think"): State {
  const isTold = state.optOut?.at === "no_number" && next === "think";
  return standing(state, "no_number", isTold ? undefined : { line: "nothing_to_suppress", next });
}

/** Whatever they say, the suppression stands, unless they say that they did not mean it. */
function afterSuppression(state: State, heard: Understood): Heeded {
  if (isUndo(state, heard))
    return {
      state: heard.isSuppressedElsewhere
        ? standing(state, "still_suppressed", { line: "still_suppressed", next: "think" })
        : standing(state, "undone", { line: "opt_out_undone", next: "think" }),
      aside: "opt_out",
      isReply: true,
      deed: "lift",
    };
  return { state: leave(state), aside: "opt_out", isReply: true };
}

/** The conversation ends, and the suppression stands. */
export const leave = (state: State): State => ({
  ...state,
  ending: "opted_out",
  say: { line: "opt_out_stands", next: "end" },
});

/** They were asked once whether they want to be contacted no more: only a yes removes them. */
function afterQuestion(state: State, heard: Understood): Heeded {
  if (heard.optOut === "request" || heard.yes) return { ...suppressed(state, heard), isReply: true };
  if (heard.unheard && (state.optOut?.asked ?? 0) < MOST_ASKED) return asked(state);
  const on = standing(state, "declined", { line: "go_on", next: "think" });
  if (heard.human !== null) return wishForHuman(on, heard);
  return heard.no ? { state: on, aside: "opt_out", isReply: true } : { state: on };
}

/** A person takes over where one is configured and can be put through to; else the caller is told so, once. */
function wishForHuman(state: State, { hasHuman }: Understood): Heeded {
  if (hasHuman) {
    const id = `human${String(state.nextIndex).padStart(4, "0")}`;
    const call = { id, name: TRANSFER_TO_HUMAN, arguments: {}, engine: true } as const;
    return { state: { ...state, pending: [call], say: undefined }, aside: "human" };
  }
  const say: Saying | undefined = state.noHuman === true ? undefined : { line: "no_human", next: "think" };
  return { state: { ...state, noHuman: true, say }, aside: "human" };
}

/**
 * What the engine makes of a caller's words itself: a wish to be contacted no more, and one for a person, never depend on
 * a model. Null where the words are the model's to answer.
 */
export function heed(state: State, heard: Understood): Heeded | null {
  const at = state.optOut?.at;
  if (at === "standing") return afterSuppression(state, heard);
  if (at === "asking") return afterQuestion(state, heard);
  if (heard.optOut !== null && !heard.hasNumber) return { state: withoutNumber(state), aside: "opt_out" };
  if (heard.optOut === "request") return suppressed(state, heard);
  // It is asked once: said again after a no, it is the model's to answer.
  if (heard.optOut === "maybe") return at === undefined ? asked(state) : { state, aside: "opt_out" };
  return heard.human === null ? null : wishForHuman(state, heard);
}

/** Whether words that a caller says as they hang up remove them. */
export const removesAtEnd = ({ optOut: before }: State, heard: Understood): boolean =>
  heard.hasNumber &&
  before?.at !== "standing" &&
  (heard.optOut === "request" || (before?.at === "asking" && heard.yes));

/** The model has said that the caller is removed, and they are not: it is asked whether they want that. */
export function answerClaim(state: State, hasNumber: boolean): State {
  if (!hasNumber) return withoutNumber(state, "listen");
  if (state.optOut?.at === "declined")
    return standing(state, "declined", { line: "not_opted_out", next: "listen" });
  return standing(state, "asking", { line: "ask_opt_out", next: "listen" }, 1);
}
