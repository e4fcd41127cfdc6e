/** The fixed words of a briefing, for a person who answers a transferred call. */
export type BriefingPhrases = {
  /** Names the agent that transfers the call. */
  transfers(agent: string): string;
  callerSaid(words: string): string;
  /** The keys that answer. */
  keys: string;
};

const ENGLISH: BriefingPhrases = {
  transfers: (agent) => `${agent} is transferring a caller to you.`,
  callerSaid: (words) => `The caller said: ${words}`,
  keys: "Press 1 to accept the call, or 2 to decline it.",
};

/** The languages in which the engine also says that a call was cut off. */
const PHRASES: Readonly<Record<string, BriefingPhrases>> = {
  de: {
    transfers: (agent) => `${agent} verbindet einen Anruf zu Ihnen.`,
    callerSaid: (words) => `Am Telefon wurde gesagt: ${words}`,
    keys: "Drücken Sie die 1, um den Anruf anzunehmen, oder die 2, um ihn abzulehnen.",
  },
  en: ENGLISH,
  es: {
    transfers: (agent) => `${agent} le transfiere una llamada.`,
    callerSaid: (words) => `La persona que llama ha dicho: ${words}`,
    keys: "Pulse 1 para aceptar la llamada o 2 para rechazarla.",
  },
  fr: {
    transfers: (agent) => `${agent} vous transfère un appel.`,
    callerSaid: (words) => `La personne a dit : ${words}`,
    keys: "Appuyez sur le 1 pour accepter l'appel, ou sur le 2 pour le refuser.",
  },
  it: {
    transfers: (agent) => `${agent} le trasferisce una chiamata.`,
    callerSaid: (words) => `La persona ha detto: ${words}`,
    keys: "Prema 1 per accettare la chiamata, oppure 2 per rifiutarla.",
  },
  nl: {
    transfers: (agent) => `${agent} verbindt een gesprek met u door.`,
    callerSaid: (words) => `De beller zei: ${words}`,
    keys: "Druk op 1 om het gesprek aan te nemen, of op 2 om het te weigeren.",
  },
  pl: {
    transfers: (agent) => `${agent} przekierowuje do Pani lub Pana rozmowę.`,
    callerSaid: (words) => `Osoba dzwoniąca powiedziała: ${words}`,
    keys: "Proszę nacisnąć 1, aby odebrać, albo 2, aby odrzucić.",
  },
  pt: {
    transfers: (agent) => `${agent} está a transferir-lhe uma chamada.`,
    callerSaid: (words) => `A pessoa disse: ${words}`,
    keys: "Prima 1 para aceitar a chamada ou 2 para a recusar.",
  },
};

/** The phrases of a language (`de`), or in English if there are none. */
export const briefingPhrases = (language: string): BriefingPhrases => PHRASES[language] ?? ENGLISH;
