import type { CaseCaller } from "../schema";
import type { CaseCallerPlayer } from "./case-caller";

/** A caller who reads lines, one after each turn of the agent, and then hangs up. */
export const playScript =
  ({ lines }: CaseCaller & { type: "script" }): CaseCallerPlayer =>
  async (agentTexts) => {
    const text = lines[agentTexts.length - 1];
    return text === undefined ? { type: "hang_up" } : { type: "say", text };
  };
