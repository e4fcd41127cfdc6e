import fc from "fast-check";
import { expect, test } from "vitest";
import { digestOf, formatToken, hintOf, isSameDigest, newToken, parseToken } from "./token";

const environment = fc.constantFrom("live" as const, "test" as const);
const alphanumeric = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

test("parses a generated key back to the same token and environment", () => {
  fc.assert(
    fc.property(environment, (env) => {
      const token = newToken(env);
      const text = formatToken(token);
      expect(text).toMatch(new RegExp(`^prl_${env}_[A-Za-z0-9]{14}_[A-Za-z0-9]{49}$`));
      expect(parseToken(text)).toEqual(token);
      expect(hintOf(token)).toBe(text.slice(-4));
    }),
  );
});

test("detects any single mistyped character of a generated key by its checksum", () => {
  const text = formatToken(newToken("live"));
  fc.assert(
    fc.property(fc.integer({ min: 9, max: text.length - 1 }), alphanumeric, (at, sign) => {
      fc.pre(text[at] !== sign && text[at] !== "_");
      expect(parseToken(text.slice(0, at) + sign + text.slice(at + 1))).toBeNull();
    }),
  );
  expect(parseToken(text.replace("_live_", "_test_"))).toBeNull();
  expect(parseToken(text.slice(0, -1))).toBeNull();
  expect(parseToken(`${text}a`)).toBeNull();
});

test("accepts an operator's key without a checksum, as its id has 16 to 32 characters", () => {
  const operatorKey = fc.tuple(
    fc.string({ unit: alphanumeric, minLength: 16, maxLength: 32 }),
    fc.string({ unit: alphanumeric, minLength: 32, maxLength: 80 }),
  );
  fc.assert(
    fc.property(operatorKey, ([id, secret]) => {
      expect(parseToken(`prl_live_${id}_${secret}`)).toEqual({ environment: "live", id, secret });
      const rotated = newToken("live", id);
      expect(parseToken(formatToken(rotated))).toEqual(rotated);
    }),
  );
});

test("returns null for text that is not a key", () => {
  const secret = "a".repeat(43);
  for (const text of [
    "",
    "prl_live_",
    `sk_live_abcdefghijklmnop_${secret}`,
    `prl_prod_abcdefghijklmnop_${secret}`,
    `prl_live_short_${secret}`,
    `prl_live_abcdefghijklmnop_${"a".repeat(31)}`,
    `prl_live_abcdefghijklmno_${secret}`,
    `prl_live_abcdefghijklmnop_${"a".repeat(400)}`,
    `prl_live_abcdefghijklmnop_${secret}\n`,
  ]) {
    expect(parseToken(text)).toBeNull();
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseToken(text)).toBeNull();
    }),
  );
});

test("compares digests as equal only for equal secrets", () => {
  const token = newToken("live");
  expect(isSameDigest(digestOf(token), digestOf({ ...token }))).toBe(true);
  expect(isSameDigest(digestOf(token), digestOf(newToken("live", token.id)))).toBe(false);
  expect(isSameDigest(digestOf(token), Buffer.alloc(3))).toBe(false);
});
