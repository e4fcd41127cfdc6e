import type { Carrier, CarrierFor } from "@/lib/outreach/dialing";
import { simulator, simulatorRef } from "@/lib/outreach/offline/simulator";

/**
 * The simulated carrier without its jobs: it reaches no telephone, in both environments, and the scenario reports what the
 * subscriber does.
 */
const demoCarrier: Carrier = {
  ...simulator,
  place: async (_, { callId }) => ({ at: "placed", ref: simulatorRef(callId) }),
  find: async (_, { callId }) => ({ at: "placed", ref: simulatorRef(callId), last: null }),
};

export const demoCarrierFor: CarrierFor = () => demoCarrier;
