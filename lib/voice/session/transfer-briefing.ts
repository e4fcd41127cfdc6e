import type { Turn } from "@/lib/calls/calls/schema";
import { WITHHELD } from "@/lib/masking";
import { bridgeAnnouncement } from "@/lib/platform/announcements";
import { type HeldCall, warn } from "./held-call";
import type { TransferBriefing } from "./line";

/** The caller's last words that the person hears: enough to know what the call is about. */
const MAX_TURNS = 2;
const MAX_CHARS = 240;

const ACCEPT = "Press 1 to accept the call, or 2 to decline it.";

/** The caller's last masked words; empty if they said nothing, or if all of it is withheld while the call runs. */
function lastWords(turns: readonly Turn[]): string {
  const words = turns
    .filter(({ role }) => role === "caller")
    .map(({ text }) => text?.trim() ?? "")
    .filter((text) => text !== "" && text !== WITHHELD);
  return words.slice(-MAX_TURNS).join(" ").slice(-MAX_CHARS);
}

/**
 * Builds the words for a person before they accept a transferred caller: who calls, what the caller said last (masked), and that the
 * call is recorded. The agent's voice speaks them. If the masks cannot be decided, the caller's words are left out.
 */
export function createBriefing(
  heldCall: HeldCall,
  { isRecorded }: { isRecorded: boolean },
): TransferBriefing {
  const { call, providers } = heldCall;
  const { config, policy } = call;
  async function text(): Promise<string> {
    const turns = await call.maskedTurns().catch((error: unknown) => {
      warn(heldCall, error, "a briefing leaves out the caller's words");
      return [];
    });
    const words = lastWords(turns);
    const parts = [
      `${config.name} is transferring a caller to you.`,
      words === "" ? "" : `The caller said: ${words}`,
      isRecorded ? bridgeAnnouncement(policy.recording) : "",
      ACCEPT,
    ];
    return parts.filter((part) => part !== "").join(" ");
  }
  let briefing: Promise<string> | undefined;
  return {
    mustBeHeard: isRecorded,
    async *speak(signal) {
      briefing ??= text();
      const context = { language: config.language };
      yield* providers.synthesizer.speak(await briefing, config.voice_id ?? "", signal, context);
    },
  };
}
