import type { AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import { WITHHELD } from "@/lib/masking";
import { bridgeAnnouncement } from "@/lib/platform/announcements";
import { primaryLanguage } from "@/lib/platform/primary-language";
import { briefingPhrases } from "./briefing-phrases";
import type { Turn } from "./schema";

/** The caller's last words that the person hears: enough to know what the call is about. */
const MAX_TURNS = 2;
const MAX_CHARS = 240;

/**
 * The words that a person hears in private before they accept a transferred caller. `announcement`: of the recording; null if
 * the bridge is not recorded. `keys`: the keys that answer. All of it is masked.
 */
export type BriefingWords = { introduction: string; announcement: string | null; keys: string };

type Facts = {
  config: Pick<AgentConfig, "name" | "language">;
  policy: Pick<AgentPolicy, "recording">;
  /** The masked turns; none if the masks cannot be decided. */
  turns: readonly Pick<Turn, "role" | "text">[];
  isRecorded: boolean;
};

/** The caller's last masked words; empty if they said nothing, or if all of it is withheld while the call runs. */
function lastWords(turns: Facts["turns"]): string {
  const words = turns
    .filter(({ role }) => role === "caller")
    .map(({ text }) => text?.trim() ?? "")
    .filter((text) => text !== "" && text !== WITHHELD);
  return words.slice(-MAX_TURNS).join(" ").slice(-MAX_CHARS);
}

/**
 * Builds the words for the person: who calls, what the caller said last (masked), and that the call is recorded. The fixed
 * words are in `language`, by default the agent's; a voice that cannot speak it gets another one.
 */
export function composeBriefing(
  { config, policy, turns, isRecorded }: Facts,
  language = primaryLanguage(config.language),
): BriefingWords {
  const phrases = briefingPhrases(language);
  // A voice of another language cannot read the caller's words.
  const words = language === primaryLanguage(config.language) ? lastWords(turns) : "";
  const quote = words === "" ? "" : ` ${phrases.callerSaid(words)}`;
  return {
    introduction: `${phrases.transfers(config.name)}${quote}`,
    announcement: isRecorded ? bridgeAnnouncement(policy.recording, language) : null,
    keys: phrases.keys,
  };
}
