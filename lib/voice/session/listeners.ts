import type { JoinEnd, JoinRefusal } from "@/lib/calls/joins";
import type { ListeningRule } from "@/lib/calls/recordings";
import { isCoveredLanguage } from "@/lib/masking";
import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio";
import type { HeldCall } from "./held-call";
import { createEnd, type JoinedMember, type MemberLine } from "./member";
import { onTick } from "./playout";

/** More members than this have no reason to listen to one call. */
export const MAX_LISTENERS = 3;
/** Buffered audio of one side. Older audio is dropped, so that a listener is never far behind. */
const MAX_QUEUED = 25;

/** Why a member may not listen to a call now; null if they may. `count`: members who listen to it already. */
export function listeningRefusal({ call }: HeldCall, rule: ListeningRule, count: number): JoinRefusal | null {
  if (call.config.variables.some(({ sensitive }) => sensitive)) return "listening_to_sensitive_agent";
  // Members read the call masked, or not at all. Its audio is not masked.
  if (!call.policy.transcript.enabled || !isCoveredLanguage(call.config.language))
    return "listening_to_unmasked_call";
  if (rule === "declined") return "listening_declined_by_caller";
  if (rule === "undecided") return "call_join_not_ready";
  return count >= MAX_LISTENERS ? "listening_limit_reached" : null;
}

const clamp = (sample: number): number => Math.max(-32_768, Math.min(32_767, sample));

/** Adds the samples of two frames. */
function mixFrames(first: Int16Array | undefined, second: Int16Array | undefined): Int16Array {
  const mixed = new Int16Array(FRAME_SAMPLES);
  for (let i = 0; i < FRAME_SAMPLES; i++) mixed[i] = clamp((first?.[i] ?? 0) + (second?.[i] ?? 0));
  return mixed;
}

export type Listeners = ReturnType<typeof createListeners>;

/** The members who listen to a call: each hears both sides. Their own audio is never played. */
export function createListeners(heldCall: HeldCall) {
  const hearing = new Map<MemberLine, (reason: JoinEnd) => void>();
  const queues = { caller: [] as Int16Array[], agent: [] as Int16Array[] };
  let stopTicks: (() => void) | undefined;
  let dueMs: number | null = null;

  function tick(nowMs: number): void {
    dueMs ??= nowMs;
    while (dueMs <= nowMs) {
      dueMs += FRAME_MS;
      const frame = mixFrames(queues.caller.shift(), queues.agent.shift());
      for (const member of hearing.keys()) member.send(frame);
    }
    // The consent can change at any time.
    if (hearing.size > 0 && heldCall.recording?.listeningRule() === "declined")
      for (const end of [...hearing.values()]) end("declined");
  }

  return {
    count: () => hearing.size,
    /** Lets a member hear the call from now on. They must have passed `listeningRefusal`, and the caller must have been told. */
    add(member: MemberLine): JoinedMember {
      const { ended, end } = createEnd<JoinEnd>();
      const remove = (reason: JoinEnd) => {
        hearing.delete(member);
        if (hearing.size === 0) {
          stopTicks?.();
          stopTicks = undefined;
          dueMs = null;
          queues.caller = [];
          queues.agent = [];
        }
        end(reason);
      };
      hearing.set(member, remove);
      stopTicks ??= onTick(tick);
      member.display({ state: "connected", is_recorded: false });
      return { frame: () => undefined, end: remove, ended };
    },
    /** A frame of one side, as the other one hears it. */
    push(leg: "caller" | "agent", frame: Int16Array): void {
      if (hearing.size === 0) return;
      const queue = queues[leg];
      queue.push(frame);
      if (queue.length > MAX_QUEUED) queue.shift();
    },
    close(): void {
      for (const end of [...hearing.values()]) end("call_ended");
    },
  };
}
