import { describe, expect, test } from "vitest";
import { contactChangeAfter, type EndedAttempt, isCarrierFailure } from "./attempt-results";

const NOW = "2026-11-23T15:10:00.000Z";
const rule = { max: 2, retry_after_minutes: 30, on: ["no_answer", "busy", "failed"] as const };
const row = (status = "running" as const) => ({ status, attempts: { ...rule, on: [...rule.on] } });
const ended = (extra: Partial<EndedAttempt>): EndedAttempt => ({
  result: "no_answer",
  placed_at: "2026-11-23T15:00:00.000Z",
  ended_at: NOW,
  outcome: null,
  reason: null,
  hasSpoken: true,
  ...extra,
});
const becomes = (
  extra: Partial<EndedAttempt>,
  used = 1,
  campaign: Parameters<typeof contactChangeAfter>[0] = row(),
) => contactChangeAfter(campaign, used, ended(extra), NOW);

describe("a contact", () => {
  test("who was spoken to is done with, reached, with the outcome of the conversation", () => {
    expect(becomes({ result: "completed", outcome: "booked" })).toMatchObject({
      status: "completed",
      reached: true,
      outcome: "booked",
    });
  });

  test("who did not write back has been texted, and was not reached", () => {
    expect(becomes({ result: "completed", outcome: "not_completed", hasSpoken: false })).toMatchObject({
      status: "completed",
      reached: false,
    });
  });

  test("who did not answer is tried again, counted from when it rang", () => {
    expect(becomes({})).toMatchObject({
      status: "held",
      isRefunded: false,
      outcome: "no_answer",
      next_attempt_at: "2026-11-23T15:30:00.000Z",
    });
  });

  test("is not tried more often than the budget has, nor for what the rule does not name", () => {
    expect(becomes({}, 2)).toMatchObject({ status: "completed", reached: false, outcome: "no_answer" });
    expect(becomes({ result: "voicemail" })).toMatchObject({ status: "completed", outcome: "voicemail" });
    expect(becomes({ result: "failed" }, 2)).toMatchObject({ status: "failed", outcome: "failed" });
  });

  test("a callee who declined is not retried, even if the carrier reports a busy line", () => {
    expect(becomes({ result: "busy", outcome: "declined" })).toMatchObject({
      status: "completed",
      outcome: "declined",
    });
  });

  test("who was not called because encryption is required is blocked with that reason, and no carrier failed", () => {
    const refused = { result: "failed", outcome: "failed", reason: "encryption_required" };
    expect(becomes(refused)).toMatchObject({
      status: "blocked",
      isRefunded: true,
      next_attempt_at: null,
      reasons: [{ code: "encryption_required" }],
    });
    expect(isCarrierFailure(ended(refused))).toBe(false);
  });

  test("who was not called because every voice gateway was full is called later, without a lost attempt", () => {
    const full = { reason: "gateways_full", placed_at: null, result: "canceled" };
    expect(becomes(full)).toMatchObject({
      status: "held",
      isRefunded: true,
      reasons: [{ code: "gateways_full" }],
    });
    expect(isCarrierFailure(ended(full))).toBe(false);
    expect(becomes(full).next_attempt_at).not.toBeNull();
  });

  test("who answered a call that no gateway accepted counts as called, and the campaign notices the failure", () => {
    const refused = { reason: "no_stream", result: "failed" };
    expect(becomes(refused)).toMatchObject({ status: "held", isRefunded: false });
    expect(isCarrierFailure(ended(refused))).toBe(true);
  });

  test("whose number there is not is not tried again", () => {
    expect(becomes({ result: "failed", reason: "invalid_number" })).toMatchObject({ status: "failed" });
    expect(isCarrierFailure(ended({ result: "failed", reason: "invalid_number" }))).toBe(false);
  });

  test.each(["running", "paused", "canceled"] as const)(
    "gets the attempt back where the carrier was away or it was called off (%s)",
    (status) => {
      for (const extra of [
        { result: "failed", reason: "carrier_unavailable", placed_at: null },
        { result: "canceled", placed_at: null },
        { result: "blocked", placed_at: null },
      ]) {
        const change = becomes(extra, 1, { ...row(), status });
        expect(change.isRefunded).toBe(true);
        if (status === "canceled")
          expect(change).toMatchObject({ status: "canceled", next_attempt_at: null });
        else expect(["pending", "held"]).toContain(change.status);
      }
    },
  );

  test("of a campaign that is over is not tried again", () => {
    expect(becomes({}, 1, { ...row(), status: "canceled" })).toMatchObject({ status: "completed" });
  });
});
