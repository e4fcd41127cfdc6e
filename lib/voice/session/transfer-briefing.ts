import { type BriefingWords, composeBriefing } from "@/lib/calls/calls";
import { type HeldCall, warn } from "./held-call";
import type { TransferBriefing } from "./line";

const textOf = ({ introduction, announcement, keys }: BriefingWords): string =>
  [introduction, ...(announcement === null ? [] : [announcement]), keys].join(" ");

/**
 * Builds the briefing for a person before they accept a transferred caller, in the agent's voice. If the masks cannot be
 * decided, the caller's words are left out.
 */
export function createBriefing(
  heldCall: HeldCall,
  { isRecorded }: { isRecorded: boolean },
): TransferBriefing {
  const { call, providers } = heldCall;
  const { config, policy } = call;
  async function compose(): Promise<string> {
    const turns = await call.maskedTurns().catch((error: unknown) => {
      warn(heldCall, error, "a briefing leaves out the caller's words");
      return [];
    });
    return textOf(composeBriefing({ config, policy, turns, isRecorded }));
  }
  let briefing: Promise<string> | undefined;
  return {
    mustBeHeard: isRecorded,
    async *speak(signal) {
      briefing ??= compose();
      const context = { language: config.language };
      yield* providers.synthesizer.speak(await briefing, config.voice_id ?? "", signal, context);
    },
  };
}
