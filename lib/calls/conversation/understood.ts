import { UNHEARD } from "./model-contract";
import type { Scene } from "./scene";
import type { State, Understood } from "./state";
import { isNo, isYes, takesBack, type Wishes, wishesIn } from "./understand";

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
