import type { Carrier, CarrierEventType, FindAnswer, PlaceAnswer, PlaceRequest } from "../carrier";

/** A fake carrier. It answers as the test configures and records its requests. */
export function createFakeCarrier(name = "line") {
  const placed: PlaceRequest[] = [];
  const hungUp: string[] = [];
  let ready = true;
  let canHangUp = true;
  let answerPlace: (request: PlaceRequest) => Promise<PlaceAnswer> | PlaceAnswer = ({ callId }) => ({
    at: "placed",
    ref: `ref_${callId}`,
  });
  let findAnswer: FindAnswer | null = null;
  const carrier: Carrier = {
    name,
    ready: async () => ready,
    async place(_, request) {
      placed.push(request);
      return answerPlace(request);
    },
    find: async (_, { key, callId }) =>
      findAnswer ??
      (placed.some((request) => request.key === key)
        ? { at: "placed", ref: `ref_${callId}`, last: null }
        : { at: "not_found" }),
    async hangUp(_, ref) {
      if (!canHangUp) return { at: "unavailable" };
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
    setPlaceAnswer(next: typeof answerPlace) {
      answerPlace = next;
    },
    /** Sets the answer of `find`; null derives it from the placed attempts. */
    setFindAnswer(next: FindAnswer | null) {
      findAnswer = next;
    },
    /** Sets whether the carrier accepts a hang-up. */
    canHangUp(next: boolean) {
      canHangUp = next;
    },
    setReady(next: boolean) {
      ready = next;
    },
  };
}
export type FakeCarrier = ReturnType<typeof createFakeCarrier>;
export type { CarrierEventType };
