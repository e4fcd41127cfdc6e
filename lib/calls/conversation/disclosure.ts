import type { ModelAgent } from "./model-contract";
import type { StoredTurn } from "./state";

type DisclosureSource = Pick<ModelAgent, "disclosure">;

/** Maximum attempts at the disclosure. A caller who interrupts it this often does not hear it again. */
export const MAX_DISCLOSURE_ATTEMPTS = 3;

/** Normalizes to words only, because an interrupted turn can lack its final punctuation. */
const normalizeWords = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;

/** The sentence that the engine says first. Empty if the agent has no disclosure. */
export const disclosureOf = ({ disclosure }: DisclosureSource): string =>
  disclosure.enabled ? disclosure.text.trim() : "";

/**
 * Whether the disclosure is still due after the agent was interrupted with `text` heard of its turn. A turn
 * that was heard completely contained the disclosure.
 */
export function isDisclosurePending(
  agent: DisclosureSource,
  turns: readonly StoredTurn[],
  text: string,
): boolean {
  const disclosureWords = normalizeWords(disclosureOf(agent));
  if (disclosureWords.trim() === "") return false;
  const agentTurns = turns.filter(({ role }) => role === "agent");
  if (agentTurns.some(({ interrupted }) => !interrupted)) return false;
  return ![...agentTurns.map((turn) => turn.text ?? ""), text].some((heardText) =>
    normalizeWords(heardText).includes(disclosureWords),
  );
}
