import { type Carrier, handleCarrierEvent } from "@/lib/outreach/dialing";
import { systemCtx } from "@/lib/platform/context/make";

/** A carrier that is there and does nothing. */
export const NOBODY: Carrier = {
  name: "bench",
  ready: async () => true,
  place: async (_, { callId }) => ({ at: "placed", ref: callId }),
  find: async (_, { callId }) => ({ at: "placed", ref: callId, last: null }),
  hangUp: async () => ({ at: "done" }),
  sendText: async () => ({ at: "unavailable" }),
};

/** A carrier whose calls are unanswered immediately; `onPlaced` is called with each key. */
export const noAnswer = (onPlaced: (key: string) => void, failed: (error: unknown) => void): Carrier => {
  const carrier: Carrier = {
    ...NOBODY,
    async place({ workspaceId }, { key, callId }) {
      onPlaced(key);
      setImmediate(() => {
        handleCarrierEvent(systemCtx(workspaceId, "bench"), carrier, callId, {
          type: "no_answer",
          key,
        }).catch(failed);
      });
      return { at: "placed", ref: callId };
    },
  };
  return carrier;
};
