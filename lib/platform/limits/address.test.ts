import fc from "fast-check";
import { expect, test } from "vitest";
import { addressKey, clientAddress } from "./address";

const from = (forwarded: string | null, trusted: number, peer: string | null = "10.0.0.1") =>
  clientAddress(new Headers(forwarded === null ? {} : { "x-forwarded-for": forwarded }), peer, trusted);

test("without a trusted proxy, forwarding headers are ignored", () => {
  expect(from("203.0.113.9", 0)).toBe("10.0.0.1");
  expect(from("203.0.113.9, 198.51.100.2", 0)).toBe("10.0.0.1");
});

test.each([
  { forwarded: "203.0.113.9", trusted: 1, address: "203.0.113.9" },
  { forwarded: "6.6.6.6, 203.0.113.9", trusted: 1, address: "203.0.113.9" },
  { forwarded: "6.6.6.6,7.7.7.7 , 203.0.113.9,  10.0.0.2", trusted: 2, address: "203.0.113.9" },
  { forwarded: "203.0.113.9:51234", trusted: 1, address: "203.0.113.9" },
  { forwarded: "[2001:db8::7]:443", trusted: 1, address: "2001:db8::7" },
  { forwarded: "::ffff:203.0.113.9", trusted: 1, address: "203.0.113.9" },
])(
  "with $trusted trusted proxies the address that the outermost one saw counts: $forwarded",
  ({ forwarded, trusted, address }) => {
    expect(from(forwarded, trusted)).toBe(address);
  },
);

test.each([
  { what: "no header at all", forwarded: null, trusted: 1, address: "10.0.0.1" },
  { what: "an empty header", forwarded: "", trusted: 2, address: "10.0.0.1" },
  { what: "fewer hops than proxies", forwarded: "203.0.113.9", trusted: 3, address: "203.0.113.9" },
  { what: "a word for an address", forwarded: "unknown", trusted: 1, address: "10.0.0.1" },
  {
    what: "an obfuscated hop before a good one",
    forwarded: "_hidden, 10.0.0.2",
    trusted: 2,
    address: "10.0.0.2",
  },
  {
    what: "an address in a form that other programs read otherwise",
    forwarded: "0x7f.1",
    trusted: 1,
    address: "10.0.0.1",
  },
])("$what falls back on the nearest address that can be trusted", ({ forwarded, trusted, address }) => {
  expect(from(forwarded, trusted)).toBe(address);
});

test("an address that a trusted proxy added overrides all addresses from the client", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789abcf.:,[]% x") }), (spoofed) => {
      expect(from(`${spoofed}, 203.0.113.9`, 1)).toBe("203.0.113.9");
    }),
  );
});

test("a connection without a peer has no address, and all of those share one key", () => {
  expect(from(null, 0, null)).toBeNull();
  expect(addressKey(null)).toBe("unknown");
  expect(addressKey("nonsense")).toBe("unknown");
});

test("an IPv6 client cannot escape its limit by another address of its network", () => {
  expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe(addressKey("2001:db8:1:2:ffff::1"));
  expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
  expect(addressKey("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(addressKey("203.0.113.9")).not.toBe(addressKey("203.0.113.8"));
});
