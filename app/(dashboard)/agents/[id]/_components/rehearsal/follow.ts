import type { Call, Turn } from "@/lib/calls/schema";

export const pathOf = (id: string): string => `/v1/calls/${id}`;

type Told = { type: "turn"; turn: Turn } | { type: "call"; call: Call };

/**
 * Tells of a call's turns, end and settling until it is settled, also of those that no message of this page led to
 * (silence, another tab). The browser comes back by itself after a cut.
 */
export function follow(id: string, tell: (told: Told) => void): () => void {
  const source = new EventSource(`${pathOf(id)}/events`);
  source.addEventListener("turn.completed", ({ data }) =>
    tell({ type: "turn", turn: JSON.parse(data) as Turn }),
  );
  source.addEventListener("call.ended", ({ data }) => tell({ type: "call", call: JSON.parse(data) as Call }));
  source.addEventListener("call.settled", ({ data }) => {
    source.close();
    tell({ type: "call", call: JSON.parse(data) as Call });
  });
  return () => source.close();
}
