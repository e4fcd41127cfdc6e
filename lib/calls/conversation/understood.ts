import { UNHEARD } from "./model-contract";
import type { State } from "./state";
import type { Scene } from "./think";
import { isNo, isYes, takesBack, type Wishes, wishesIn } from "./understand";

/** What the engine itself makes of a caller's words, before any model hears them. */
export type Understood = Wishes & {
  yes: boolean;
  /** No, and nothing else. */
  no: boolean;
  /** "That is not what I meant." */
  takesBack: boolean;
  unheard: boolean;
  /** Something other than this conversation suppresses the number, so that no undo here lifts it. */
  isSuppressedElsewhere: boolean;
  /** Whether there is a number that can be suppressed. */
  hasNumber: boolean;
  /** Whether a person can take this conversation over. */
  hasHuman: boolean;
  /** Whether the caller can be answered once their number is suppressed. */
  canAnswer: boolean;
};

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The words are one of the choices that were asked for, or a name ("agent" as an occupation): an answer, and no wish. */
function isAnswer({ agent }: Scene, { asking }: State, text: string, wishes: Wishes): boolean {
  const asked = agent.variables.find(({ name }) => name === asking);
  if (asked === undefined) return false;
  if (asked.choices?.some((choice) => plain(choice) === plain(text)) === true) return true;
  return asked.type === "string" && wishes.human === "word";
}

/** Whether the words would undo a suppression, so that it matters what else suppresses the number. */
export const isUndo = ({ optOut }: State, heard: Understood): boolean =>
  optOut?.at === "standing" && heard.takesBack && heard.optOut !== "request" && !heard.yes;

export function understood(scene: Scene, state: State, text: string): Understood {
  const { language } = scene.agent;
  const wishes = wishesIn(text, language);
  const isEngines = state.optOut?.at === "asking" || state.optOut?.at === "standing";
  const counts = isEngines || !isAnswer(scene, state, text, wishes);
  return {
    ...(counts ? wishes : { optOut: null, human: null }),
    yes: isYes(text, language),
    no: isNo(text, language),
    takesBack: takesBack(text, language),
    unheard: text === UNHEARD,
    isSuppressedElsewhere: false,
    hasNumber: scene.reach.number,
    hasHuman: scene.reach.human,
    canAnswer: scene.reach.suppressed,
  };
}
