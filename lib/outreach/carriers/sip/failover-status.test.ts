import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCertainlyNotPlaced } from "./failover-status";

const sent = { wasSent: true, hasRung: false, isCanceled: false };

describe("another trunk may place a call", () => {
  it.each([500, 502, 503, 401, 402, 403, 407])("after a final response %i", (status) => {
    expect(isCertainlyNotPlaced({ ...sent, status })).toBe(true);
  });

  it("after an INVITE that was not sent", () => {
    expect(isCertainlyNotPlaced({ ...sent, status: 408, wasSent: false })).toBe(true);
  });
});

describe("no other trunk may place a call", () => {
  it.each([302, 404, 408, 410, 480, 484, 486, 487, 488, 504, 600, 603, 604, 607, 608])(
    "after a final response %i",
    (status) => {
      expect(isCertainlyNotPlaced({ ...sent, status })).toBe(false);
    },
  );

  it("once the telephone has rung, or the call was canceled", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 699 }),
        fc.boolean(),
        fc.boolean(),
        (status, wasSent, hasRung) => {
          const failed = { status, wasSent, hasRung, isCanceled: !hasRung };
          expect(isCertainlyNotPlaced(failed)).toBe(false);
        },
      ),
    );
  });
});
