import { followEvents } from "@/components/follow-events";
import type { Call, Turn } from "@/lib/calls/calls/schema";

type CallUpdate = { type: "turn"; turn: Turn } | { type: "call"; call: Call };

/** Reports a call's turns, end and settling until it is settled, also if another tab or a silence causes them. */
export function followCall(id: string, onUpdate: (update: CallUpdate) => void): () => void {
  const stop = followEvents(`/v1/calls/${id}/events`, {
    "turn.completed": ({ data }) => onUpdate({ type: "turn", turn: JSON.parse(data) as Turn }),
    "call.ended": ({ data }) => onUpdate({ type: "call", call: JSON.parse(data) as Call }),
    "call.settled": ({ data }) => {
      stop();
      onUpdate({ type: "call", call: JSON.parse(data) as Call });
    },
  });
  return stop;
}
