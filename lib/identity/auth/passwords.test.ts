import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords";

test("hashes a password with Argon2id, the recommended costs and a unique salt", async () => {
  const [one, two] = await Promise.all([hashPassword("Grüße 1"), hashPassword("Grüße 1")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, "Grüße 1")).toBe(true);
  expect(await verifyPassword(one, "Grüße 1".normalize("NFD"))).toBe(true);
  expect(await verifyPassword(one, "Grüße 2")).toBe(false);
});

test("rejects every password without an account, the decoy's included", async () => {
  expect(await verifyPassword(null, "no account has this password")).toBe(false);
});
