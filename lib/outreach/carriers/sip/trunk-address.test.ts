import { describe, expect, it } from "vitest";
import { isMediaAddressAllowed, isTrunkAddressAllowed } from "./trunk-address";

const LIST = [
  "10.0.0.5:5071",
  "10.0.0.6",
  "pbx.internal:5061",
  "gw.internal",
  "[fd00::1]:5061",
  "10.0.1.1:5070-5079",
];
const isSipAllowed = (address: string, port: number, host = address) =>
  isTrunkAddressAllowed(address, { host, port }, LIST);

describe("isTrunkAddressAllowed", () => {
  it("allows public addresses", () => expect(isSipAllowed("8.8.8.8", 22)).toBe(true));

  it("allows the listed port of an address inside the network alone", () => {
    expect(isSipAllowed("10.0.0.5", 5_071)).toBe(true);
    for (const port of [22, 5_060, 5_061, 5_072]) expect(isSipAllowed("10.0.0.5", port)).toBe(false);
    expect(isSipAllowed("10.0.0.7", 5_071)).toBe(false);
    expect(isSipAllowed("fd00::1", 5_061)).toBe(true);
    expect(isSipAllowed("fd00::1", 22)).toBe(false);
  });

  it("allows the ports of SIP alone where the list has no port", () => {
    expect([5_060, 5_061].every((port) => isSipAllowed("10.0.0.6", port))).toBe(true);
    for (const port of [22, 80, 5_432, 6_379]) expect(isSipAllowed("10.0.0.6", port)).toBe(false);
  });

  it("allows the listed range of ports", () => {
    expect([5_070, 5_079].every((port) => isSipAllowed("10.0.1.1", port))).toBe(true);
    for (const port of [5_069, 5_080, 5_060, 22]) expect(isSipAllowed("10.0.1.1", port)).toBe(false);
  });

  it("allows a listed name whose address is inside the network", () => {
    expect(isSipAllowed("10.0.0.9", 5_061, "pbx.internal")).toBe(true);
    expect(isSipAllowed("10.0.0.9", 5_061, "PBX.internal")).toBe(true);
    expect(isSipAllowed("10.0.0.9", 22, "pbx.internal")).toBe(false);
    expect(isSipAllowed("10.0.0.9", 5_060, "gw.internal")).toBe(true);
    expect(isSipAllowed("10.0.0.9", 6_379, "gw.internal")).toBe(false);
    expect(isSipAllowed("10.0.0.9", 5_061, "evil.internal")).toBe(false);
  });
});

describe("isMediaAddressAllowed", () => {
  it("allows listed addresses on the ports of audio", () => {
    expect(isMediaAddressAllowed("8.8.8.8", 53, LIST)).toBe(true);
    expect(isMediaAddressAllowed("10.0.0.5", 20_000, LIST)).toBe(true);
    expect(isMediaAddressAllowed("10.0.0.6", 20_000, LIST)).toBe(true);
    expect(isMediaAddressAllowed("fd00::1", 20_000, LIST)).toBe(true);
    expect(isMediaAddressAllowed("10.0.0.5", 53, LIST)).toBe(false);
    expect(isMediaAddressAllowed("10.0.0.7", 20_000, LIST)).toBe(false);
    expect(isMediaAddressAllowed("10.0.0.50", 20_000, LIST)).toBe(false);
  });
});
