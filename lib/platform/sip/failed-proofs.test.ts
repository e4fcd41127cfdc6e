import { expect, it } from "vitest";
import { FailedProofs } from "./failed-proofs";

const FIVE_MINUTES = 300_000;
const fail = (proofs: FailedProofs, address: string, times: number, nowMs = 0) =>
  Array.from({ length: times }, () => proofs.add(address, nowMs));

it("refuses an address after ten wrong passwords, for five minutes, and no other address", () => {
  const proofs = new FailedProofs();
  expect(fail(proofs, "203.0.113.5", 9)).not.toContain(true);
  expect(proofs.isRefused("203.0.113.5", 0)).toBe(false);
  expect(proofs.add("203.0.113.5", 1_000)).toBe(true);
  expect(proofs.isRefused("203.0.113.5", 1_000 + FIVE_MINUTES - 1)).toBe(true);
  expect(proofs.isRefused("203.0.113.6", 1_000)).toBe(false);
  expect(proofs.isRefused("203.0.113.5", 1_000 + FIVE_MINUTES)).toBe(false);
});

it("forgets failures that are older than five minutes", () => {
  const proofs = new FailedProofs();
  fail(proofs, "203.0.113.5", 9);
  expect(fail(proofs, "203.0.113.5", 9, FIVE_MINUTES)).not.toContain(true);
});

it("counts the addresses of a /64 of IPv6 as one", () => {
  const proofs = new FailedProofs();
  for (let host = 1; host <= 10; host++) proofs.add(`2001:db8::${host}`, 0);
  expect(proofs.isRefused("2001:db8::ff", 0)).toBe(true);
});

it("remembers a bounded number of addresses", () => {
  const proofs = new FailedProofs();
  fail(proofs, "203.0.113.5", 10);
  for (let n = 0; n < 10_000; n++) proofs.add(`10.0.${n >> 8}.${n & 255}`, 0);
  expect(proofs.isRefused("203.0.113.5", 0)).toBe(false);
});
