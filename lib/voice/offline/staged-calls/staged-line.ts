import type { SpokenLine } from "@/lib/calls/calls";
import type { Conversation, ConversationEvent } from "@/lib/calls/conversation";
import { ONE_MOMENT } from "@/lib/voice/session/notices";
import type { Stage } from "./stage";

/** Time until the agent answers: a minimum, and a part that depends on the words, so that answers differ. */
const ANSWER_DELAY_MS = 380;
const MAX_EXTRA_DELAY_MS = 420;
/** How long a person's telephone rings before a transfer is answered. */
const RING_MS = 6_500;

/** Nothing interrupts a staged call. */
const NEVER = new AbortController().signal;

const answerDelayMs = (text: string): number => ANSWER_DELAY_MS + ((text.length * 37) % MAX_EXTRA_DELAY_MS);

async function transfer({ speak, wait, recording, nowMs }: Stage, isAnswered: boolean) {
  await speak("agent", ONE_MOMENT);
  wait(RING_MS);
  if (!isAnswered) return { ok: false, reason: "no_answer" } as const;
  // No announcement is played behind the transfer here, so the recording ends with it.
  recording?.dispatchEvent({ type: "ended", atMs: nowMs() });
  return { ok: true } as const;
}

/** The line of one event: it collects the agent's words, and speaks them at the end of each step. */
function lineOf(stage: Stage, event: ConversationEvent, isTransferAnswered: boolean): SpokenLine {
  let words = "";
  return {
    signal: NEVER,
    onTurns: undefined,
    onTurn() {
      words = "";
    },
    onText(delta) {
      words += delta;
    },
    async waitForPlayback() {
      stage.wait(answerDelayMs(words));
      const text = words;
      const span = await stage.speak("agent", text);
      const latencyMs = event.type === "caller_said" ? Math.max(0, span.startMs - event.atMs) : null;
      return { text, ...span, isComplete: true, latencyMs };
    },
    async sayHold(text) {
      await stage.speak("agent", text);
      return true;
    },
    ...(stage.call.channel === "phone" && { transfer: () => transfer(stage, isTransferAnswered) }),
  };
}

/** Dispatches an event of a staged call, and speaks the agent's answer. */
export const dispatchStaged = (
  stage: Stage,
  event: ConversationEvent,
  isTransferAnswered = false,
): Promise<Conversation> => stage.call.dispatchEvent(event, lineOf(stage, event, isTransferAnswered));
