import type { ModelAgent } from "./model-contract";
import type { KeptTurn, Said } from "./state";

type Disclosing = Pick<ModelAgent, "disclosure">;

/** How often the disclosure is begun: whoever has talked over it so often is not made to hear it by once more. */
export const MOST_DISCLOSED = 3;

/** Words alone: where a turn was cut off, its last point may be missing. */
const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;

/**
 * Whether the agent, cut off when `text` of its turn had been heard, has yet to say what it is. A first turn that was
 * heard to its end has said so in the model's words; what nobody has heard any of, the model begins anew by itself.
 */
export function isUndisclosed({ disclosure }: Disclosing, turns: readonly KeptTurn[], text: string): boolean {
  if (!disclosure.enabled || disclosure.text.trim() === "") return false;
  const before = turns.filter(({ role }) => role === "agent");
  if (before.some(({ interrupted }) => !interrupted)) return false;
  const heard = [...before.map((turn) => turn.text ?? ""), text].filter((one) => one.trim() !== "");
  const told = wordsOf(disclosure.text);
  return heard.length > 0 && !heard.some((one) => wordsOf(one).includes(told));
}

/** What stands before a model's own words where the disclosure is said again. */
export const disclosureOf = ({ disclosure }: Disclosing): string => `${disclosure.text.trim()} `;

/** What the model said, with `before` said before it. */
export function saidBehind(before: string, said: Said): Said {
  if (said.text === "" || before === "") return said;
  const { speaks } = said;
  return {
    ...said,
    text: before + said.text,
    ...(speaks !== undefined && {
      speaks: speaks.map((one) => ({
        ...one,
        start: one.start + before.length,
        end: one.end + before.length,
      })),
    }),
  };
}
