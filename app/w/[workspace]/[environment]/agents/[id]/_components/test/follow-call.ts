import { followEvents } from "@/components/follow-events";
import type { Call, Turn } from "@/lib/calls/calls/schema";

type CallUpdate = { type: "turn"; turn: Turn } | { type: "call"; call: Call };

/**
 * Tells of a call's turns, end and settling until it is settled, also of those that no message of this page led to
 * (silence, another tab).
 */
export function follow(id: string, tell: (update: CallUpdate) => void): () => void {
  const stop = followEvents(`/v1/calls/${id}/events`, {
    "turn.completed": ({ data }) => tell({ type: "turn", turn: JSON.parse(data) as Turn }),
    "call.ended": ({ data }) => tell({ type: "call", call: JSON.parse(data) as Call }),
    "call.settled": ({ data }) => {
      stop();
      tell({ type: "call", call: JSON.parse(data) as Call });
    },
  });
  return stop;
}
