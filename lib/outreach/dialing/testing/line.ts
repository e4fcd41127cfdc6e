import type { Carrier, CarrierEventType, FindAnswer, PlaceAnswer, PlaceRequest } from "../carrier";

/** A stand-in for a telephone company: it answers what the test says, and writes down what it was asked. */
export function openLine(name = "line") {
  const placed: PlaceRequest[] = [];
  const hungUp: string[] = [];
  let ready = true;
  let hears = true;
  let answers: (request: PlaceRequest) => Promise<PlaceAnswer> | PlaceAnswer = ({ callId }) => ({
    at: "placed",
    ref: `ref_${callId}`,
  });
  let found: FindAnswer | null = null;
  const carrier: Carrier = {
    name,
    ready: async () => ready,
    async place(_, request) {
      placed.push(request);
      return answers(request);
    },
    find: async (_, { key, callId }) =>
      found ??
      (placed.some((one) => one.key === key)
        ? { at: "placed", ref: `ref_${callId}`, last: null }
        : { at: "not_found" }),
    async hangUp(_, ref) {
      if (!hears) return { at: "unavailable" };
      hungUp.push(ref);
      return { at: "done" };
    },
    sendText: async () => ({ at: "unavailable" }),
  };
  return {
    carrier,
    carrierFor: () => carrier,
    placed,
    hungUp,
    answer(next: typeof answers) {
      answers = next;
    },
    /** What `find` answers; null: what was placed. */
    finds(next: FindAnswer | null) {
      found = next;
    },
    /** Whether it can be told to hang up. */
    hears(next: boolean) {
      hears = next;
    },
    connected(next: boolean) {
      ready = next;
    },
  };
}
export type Line = ReturnType<typeof openLine>;
export type { CarrierEventType };
