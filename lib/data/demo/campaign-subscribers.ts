import type { PersonaKey } from "@/lib/outreach/offline/simulator";
import type { ConsentAnswer } from "@/lib/voice/offline/staged-calls";

/** A contact of the campaign: what they agreed to, and what happens when they are called. */
export type Subscriber = {
  phone: string;
  name: string;
  /** `none`: to texts only. `revoked`: taken back since. `suppressed`: asked not to be called. */
  agreement: "granted" | "none" | "revoked" | "suppressed";
  result: "answered" | "no_answer" | "busy" | "voicemail" | "declined";
  persona: PersonaKey;
  consent: ConsentAnswer;
};

const subscriber = (
  number: number,
  name: string,
  result: Subscriber["result"],
  persona: PersonaKey,
  { agreement = "granted", consent = "silence" }: Partial<Pick<Subscriber, "agreement" | "consent">> = {},
): Subscriber => ({
  phone: `+1312555${String(number).padStart(4, "0")}`,
  name,
  agreement,
  result,
  persona,
  consent,
});

/** The campaign's contacts, with fictional names and numbers. */
export const SUBSCRIBERS: readonly Subscriber[] = [
  subscriber(170, "Alma Reyes", "answered", "nora", { consent: "agrees" }),
  subscriber(171, "Boris Lang", "no_answer", "tomas"),
  subscriber(172, "Clara Winslow", "answered", "priya"),
  subscriber(173, "Dario Costa", "answered", "marcus", { agreement: "none" }),
  subscriber(174, "Edith Moreau", "voicemail", "greta"),
  subscriber(175, "Farid Nasser", "answered", "felix"),
  subscriber(176, "Gwen Abbott", "busy", "ines"),
  subscriber(177, "Hugo Brandt", "answered", "walter", { agreement: "revoked" }),
  subscriber(178, "Irene Falk", "answered", "yuki", { consent: "declines" }),
  subscriber(179, "Jonas Weir", "declined", "sam"),
  subscriber(180, "Kara Doyle", "answered", "nora", { agreement: "suppressed" }),
  subscriber(181, "Leo Marsh", "answered", "tomas", { consent: "unclear_then_yes" }),
];
