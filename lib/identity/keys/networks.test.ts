import fc from "fast-check";
import { expect, test } from "vitest";
import { isInNetworks, normalizeNetwork } from "./networks";

test("normalizes networks, and turns a single address into a network of one", () => {
  expect(
    Object.fromEntries(
      [
        "203.0.113.7",
        "203.0.113.7/24",
        "2001:DB8::1",
        "2001:db8::1/32",
        "::ffff:203.0.113.7",
        "0.0.0.0/0",
      ].map((text) => [text, normalizeNetwork(text)]),
    ),
  ).toEqual({
    "203.0.113.7": "203.0.113.7/32",
    "203.0.113.7/24": "203.0.113.0/24",
    "2001:DB8::1": "2001:db8::1/128",
    "2001:db8::1/32": "2001:db8::/32",
    "::ffff:203.0.113.7": "203.0.113.7/32",
    "0.0.0.0/0": "0.0.0.0/0",
  });
  for (const wrong of [
    "",
    "203.0.113",
    "1/24",
    "203.0.113.7/33",
    "203.0.113.7/",
    "::/129",
    "a.example.com",
    "1.2.3.4/8/8",
    "fe80::1%eth0",
  ])
    expect(normalizeNetwork(wrong), wrong).toBeNull();
});

test("matches an address by its prefix, within the same IP version; an unknown address matches nothing", () => {
  expect(isInNetworks("203.0.113.9", ["198.51.100.0/24", "203.0.113.0/24"])).toBe(true);
  expect(isInNetworks("203.0.114.9", ["203.0.113.0/24"])).toBe(false);
  expect(isInNetworks("::ffff:203.0.113.9", ["203.0.113.0/24"])).toBe(true);
  expect(isInNetworks("2001:db8:1::9", ["2001:db8::/32"])).toBe(true);
  expect(isInNetworks("2001:db9::9", ["2001:db8::/32", "0.0.0.0/0"])).toBe(false);
  expect(isInNetworks(null, ["0.0.0.0/0", "::/0"])).toBe(false);
  expect(isInNetworks("203.0.113.9", [])).toBe(false);
});

test("finds every address in its own network of any prefix length and in no other", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const address = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join("."));
  const toNumber = (text: string) => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  fc.assert(
    fc.property(address, address, fc.integer({ min: 0, max: 32 }), (address1, address2, bits) => {
      const network = normalizeNetwork(`${address1}/${bits}`) ?? "";
      const size = 2 ** (32 - bits);
      expect(isInNetworks(address1, [network])).toBe(true);
      expect(isInNetworks(address2, [network])).toBe(
        Math.floor(toNumber(address1) / size) === Math.floor(toNumber(address2) / size),
      );
    }),
  );
});
