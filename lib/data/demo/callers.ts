import type { Agent } from "@/lib/agents/agents/schema";
import {
  agentUtterances,
  type Caller,
  nextAct,
  type PersonaKey,
  personaOf,
} from "@/lib/outreach/offline/simulator";
import type { ConsentAnswer, StagedCaller } from "@/lib/voice/offline/staged-calls";

/** The built-in voice of each persona's sex, and the one to take if the agent has the same. */
const WOMAN = ["builtin:slt", "builtin:awb"] as const;
const MAN = ["builtin:rms", "builtin:awb"] as const;
const MEN: ReadonlySet<PersonaKey> = new Set(["tomas", "walter", "marcus", "dennis", "felix", "sam"]);

function voiceOf(persona: PersonaKey, agent: Agent): string {
  const [voice, other] = MEN.has(persona) ? MAN : WOMAN;
  return voice === agent.voice_id ? other : voice;
}

/** The person in a scenario. `seed` decides what they say. */
export type Person = { persona: PersonaKey; seed: number; phone: string };

/** A simulated caller of an agent, on the day of the conversation. */
export const callerOf = ({ persona, seed, phone }: Person, agent: Agent, at: string): Caller => ({
  persona: personaOf(persona),
  seed,
  phone,
  variables: agent.variables,
  today: at.slice(0, 10),
});

/** The same caller on a telephone or in a browser. */
export function stagedCallerOf(
  person: Person,
  agent: Agent,
  at: string,
  { consent, isTransferAnswered }: { consent: ConsentAnswer; isTransferAnswered: boolean },
): StagedCaller {
  const caller = callerOf(person, agent, at);
  return {
    voice: voiceOf(person.persona, agent),
    consent,
    isTransferAnswered,
    nextAct(turns) {
      const conversationTurns = turns.filter(({ role }) => role === "caller" || role === "agent");
      const utterances = agentUtterances(conversationTurns);
      return utterances === null ? { type: "hang_up" } : nextAct(caller, utterances);
    },
  };
}
