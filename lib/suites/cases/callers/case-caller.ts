/** The next act of a case's caller. After `fall_silent` the caller says nothing more. */
export type CallerAct = { type: "say"; text: string } | { type: "hang_up" } | { type: "fall_silent" };

/**
 * Plays the caller of a case. `agentTexts`: the agent's texts so far, one for each of the caller's turns. Rejects if the model that
 * plays the caller fails.
 */
export type CaseCallerPlayer = (agentTexts: readonly string[], signal: AbortSignal) => Promise<CallerAct>;
