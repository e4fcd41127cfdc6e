import fc from "fast-check";
import { expect, test } from "vitest";
import { isWithin, networkOf } from "./networks";

test("a network has one form, and an address alone is a network of itself", () => {
  expect(
    Object.fromEntries(
      [
        "203.0.113.7",
        "203.0.113.7/24",
        "2001:DB8::1",
        "2001:db8::1/32",
        "::ffff:203.0.113.7",
        "0.0.0.0/0",
      ].map((text) => [text, networkOf(text)]),
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
    expect(networkOf(wrong), wrong).toBeNull();
});

test("an address lies in a network by its first bits, of its own kind alone; an unknown one nowhere", () => {
  expect(isWithin("203.0.113.9", ["198.51.100.0/24", "203.0.113.0/24"])).toBe(true);
  expect(isWithin("203.0.114.9", ["203.0.113.0/24"])).toBe(false);
  expect(isWithin("::ffff:203.0.113.9", ["203.0.113.0/24"])).toBe(true);
  expect(isWithin("2001:db8:1::9", ["2001:db8::/32"])).toBe(true);
  expect(isWithin("2001:db9::9", ["2001:db8::/32", "0.0.0.0/0"])).toBe(false);
  expect(isWithin(null, ["0.0.0.0/0", "::/0"])).toBe(false);
  expect(isWithin("203.0.113.9", [])).toBe(false);
});

test("every address lies in its own network of any length, and in no other of that length", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const address = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join("."));
  const number = (text: string) => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  fc.assert(
    fc.property(address, address, fc.integer({ min: 0, max: 32 }), (one, other, bits) => {
      const network = networkOf(`${one}/${bits}`) ?? "";
      const size = 2 ** (32 - bits);
      expect(isWithin(one, [network])).toBe(true);
      expect(isWithin(other, [network])).toBe(
        Math.floor(number(one) / size) === Math.floor(number(other) / size),
      );
    }),
  );
});
