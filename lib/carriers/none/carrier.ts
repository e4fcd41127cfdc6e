import type { Carrier } from "@/lib/dialing";

/** No telephone company: nobody can be reached, and nothing is under way. */
export const none: Carrier = {
  name: "none",
  ready: async () => false,
  place: async () => ({ at: "unavailable" }),
  find: async () => ({ at: "not_found" }),
  hangUp: async () => ({ at: "over" }),
  sendText: async () => ({ at: "unavailable" }),
};
