import fc from "fast-check";
import { expect, test } from "vitest";
import { readEnv } from "./env";
import { isTrustedHost } from "./trusted-host";

const isTrusted = (host: string | null, HOST = "127.0.0.1", PARLEY_BASE_URL?: string) =>
  isTrustedHost(host, { HOST, PARLEY_BASE_URL });

const byte = fc.integer({ min: 0, max: 255 });
const port = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 1, max: 65_535 }).map((n) => `:${n}`),
);

const PREFIX = new Map([
  [8, "0"],
  [16, "0x"],
]);
/**
 * An IPv4 address in every spelling of the WHATWG URL standard: one to four decimal, octal or hexadecimal
 * parts.
 */
const spellings = (address: fc.Arbitrary<number[]>) =>
  fc
    .tuple(
      address,
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(10, 8, 16), { minLength: 4, maxLength: 4 }),
    )
    .map(([bytes, count, radixes]) => {
      const last = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
      return [...bytes.slice(0, count - 1), last]
        .map((part, i) => `${PREFIX.get(radixes[i] ?? 10) ?? ""}${part.toString(radixes[i])}`)
        .join(".");
    });
const loopback = fc.tuple(fc.constant(127), byte, byte, byte).map((bytes) => [...bytes]);
const nonLoopback = fc
  .tuple(byte, byte, byte, byte)
  .filter(([first]) => first !== 127)
  .map((bytes) => [...bytes]);

/** `localhost` in any case, with or without the trailing dot. */
const localhost = fc
  .tuple(fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), fc.constantFrom("", "."))
  .map(([upper, dot]) => [..."localhost"].map((c, i) => (upper[i] ? c.toUpperCase() : c)).join("") + dot);

/** `::1` with any of its zero groups written out, in one or more digits. */
const ipv6 = fc
  .tuple(
    fc.integer({ min: 0, max: 7 }),
    fc.constantFrom("0", "00", "0000"),
    fc.constantFrom("1", "01", "0001"),
  )
  .map(([shown, zero, one]) => {
    const groups = Array.from({ length: shown }, () => zero);
    return shown === 7 ? `[${[...groups, one].join(":")}]` : `[${groups.join(":")}::${one}]`;
  });
const mapped = loopback.map((bytes) => `[::ffff:${bytes.join(".")}]`);

test("trusts every spelling of a loopback host, with or without a port", () => {
  fc.assert(
    fc.property(fc.oneof(spellings(loopback), localhost, ipv6, mapped), port, (host, at) => {
      expect(isTrusted(host + at)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("trusts no other address in any spelling", () => {
  const untrusted = fc.oneof(
    spellings(nonLoopback),
    nonLoopback.map((bytes) => `[::ffff:${bytes.join(".")}]`),
    fc
      .ipV6()
      .filter(
        (text) => !/^[0:]*1$/.test(text) && !/127\.\d+\.\d+\.\d+$/.test(text) && !/^::ffff:7f/i.test(text),
      )
      .map((text) => `[${text}]`),
  );
  fc.assert(
    fc.property(untrusted, port, (host, at) => {
      expect(isTrusted(host + at)).toBe(false);
      expect(isTrusted(host + at, "0.0.0.0")).toBe(false);
      expect(isTrusted(host + at, "::")).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("trusts no name but localhost, even if it resembles a loopback host", () => {
  const loopbackLike = fc.oneof(
    spellings(loopback),
    localhost.map((name) => name.replace(".", "")),
    ipv6,
  );
  const names = fc.oneof(
    fc.domain(),
    fc.tuple(loopbackLike, fc.domain()).map(([host, domain]) => `${host}.${domain}`),
    fc
      .tuple(fc.domain(), loopbackLike)
      .map(([domain, host]) => `${domain}.${host}`)
      .filter((name) => !/^[\d.x]+$/i.test(name)),
    fc
      .tuple(
        loopbackLike,
        fc.constantFrom("@", "#", "/", "\\", "?", ",", " ", "%00", "%2e", ";", "\t"),
        fc.domain(),
      )
      .map((parts) => parts.join("")),
    fc
      .tuple(fc.domain(), fc.constantFrom("@", "#", "/", "\\", "?", ",", " ", "%00", ";"), loopbackLike)
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(names, port, (name, at) => {
      expect(isTrusted(name + at)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  null,
  "",
  ":3000",
  "localhost:",
  "localhost:99999",
  "localhost:3000:1",
  "local host",
  "ｌocalhost",
  "lοcalhost",
  "%6cocalhost",
  "localhost..",
  ".localhost",
  "app.localhost",
  "localhost.localdomain",
  "127.0.0.1.nip.io",
  "7f000001.c0a80001.rbndr.us",
  "[::1",
  "::1",
  "[::1%25lo]",
  "[::2]",
  "[::]",
  "0.0.0.0",
  "0",
  "127.0.0.1, evil.example",
])("does not trust %j", (host) => {
  expect(isTrusted(host)).toBe(false);
});

test.each([
  ["192.168.1.5", "192.168.1.5:3000", true],
  ["192.168.1.5", "192.168.1.6:3000", false],
  ["192.168.1.5", "localhost:3000", true],
  ["parley.internal", "PARLEY.internal.:8080", true],
  ["parley.internal", "evil.parley.internal", false],
  ["fd00::5", "[fd00:0::0005]:3000", true],
  ["fd00::5", "[fd00::6]:3000", false],
  ["0.0.0.0", "0.0.0.0:3000", false],
  ["::", "[::]:3000", false],
])("with HOST %s, %s is trusted: %s", (setting, host, trusted) => {
  expect(isTrusted(host, setting)).toBe(trusted);
});

test("trusts every Host when a base URL is set, and listens only on this machine by default", () => {
  expect(isTrusted("10.1.2.3:3000", "0.0.0.0", "https://parley.example.com")).toBe(true);
  expect(readEnv({})).toMatchObject({ HOST: "127.0.0.1" });
});
