import type { PersonaKey } from "@/lib/outreach/offline/simulator";

/** The simulated callers, by key (lib/outreach/offline/simulator). */
export const PERSONA_KEYS = [
  "nora",
  "tomas",
  "priya",
  "walter",
  "ines",
  "marcus",
  "greta",
  "dennis",
  "olga",
  "felix",
  "yuki",
  "sam",
  "lucia",
] as const satisfies readonly PersonaKey[];
