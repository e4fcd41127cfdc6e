import type { AgentConfig } from "@/lib/agents/agents/schema";
import { nextAct, personaOf } from "@/lib/outreach/offline/simulator";
import type { CaseCaller } from "../schema";
import type { CaseCallerPlayer } from "./case-caller";

/** In the fictional range. */
const PHONE = "+12125550142";

/** A caller who answers by the rules of a persona. The same persona, seed and texts give the same acts. */
export function playPersona(
  { persona, seed, answers }: CaseCaller & { type: "simulated" },
  { variables }: Pick<AgentConfig, "variables">,
  today: string,
): CaseCallerPlayer {
  const caller = { persona: personaOf(persona), seed, phone: PHONE, variables, today, answers };
  return async (agentTexts) => nextAct(caller, agentTexts);
}
