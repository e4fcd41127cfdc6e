import { expect, it } from "vitest";
import { VERIFICATION_FAILURES } from "@/lib/platform/stir/values";
import { signatureRefusal } from "./signature-refusal";

it("accepts nothing but a verified signature", () => {
  expect(signatureRefusal({ status: "verified", attestation: "C", reason: null })).toBeNull();
  expect(signatureRefusal({ status: "absent", attestation: null, reason: null })?.status).toBe(428);
  expect(signatureRefusal({ status: "not_checked", attestation: null, reason: null })?.status).toBe(437);
  expect(signatureRefusal(null)?.status).toBe(500);
  for (const reason of VERIFICATION_FAILURES)
    expect(signatureRefusal({ status: "failed", attestation: null, reason })?.status).toBeGreaterThanOrEqual(
      400,
    );
});
