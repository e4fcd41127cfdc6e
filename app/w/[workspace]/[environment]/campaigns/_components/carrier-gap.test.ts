import { expect, it } from "vitest";
import { carrierGap } from "./carrier-gap";

it("names the first missing part of the carrier", () => {
  expect(carrierGap({ hasIntegration: false, hasNumber: false })).toBe("integration");
  expect(carrierGap({ hasIntegration: true, hasNumber: false })).toBe("number");
  expect(carrierGap({ hasIntegration: true, hasNumber: true })).toBe("address");
});
