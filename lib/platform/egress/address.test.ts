import { describe, expect, it } from "vitest";
import { isInternalAddress, literalAddress } from "./address";

const INTERNAL = [
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "100.64.0.1",
  "100.127.255.255",
  "0.0.0.0",
  "0.1.2.3",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.5",
  "192.88.99.1",
  "::",
  "::1",
  "fe80::1",
  "fe80::1%eth0",
  "fc00::1",
  "fd00:ec2::254",
  "fec0::1",
  "ff02::1",
  "2001:db8::1",
  "3fff::1",
  "100::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:169.254.169.254",
  "::ffff:0:127.0.0.1",
  "::127.0.0.1",
  "::10.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::10.0.0.1",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "2001::1",
  "2001:0:7f00:1::",
  "",
  "not an address",
  "1.2.3.4.5",
];
const PUBLIC = [
  "8.8.8.8",
  "1.1.1.1",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700::1111",
  "2a00:1450:4001::1",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
];

describe("isInternalAddress", () => {
  it.each(INTERNAL)("refuses %s", (address) => expect(isInternalAddress(address)).toBe(true));
  it.each(PUBLIC)("lets %s pass", (address) => expect(isInternalAddress(address)).toBe(false));
});

describe("a host written as a number", () => {
  it.each([
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0x7f.1/",
    "http://①②⑦.0.0.1/",
    "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/",
  ])("%s is parsed as the address that the socket would use", (url) => {
    const address = literalAddress(new URL(url).hostname);
    expect(address).not.toBeNull();
    expect(isInternalAddress(address ?? "8.8.8.8")).toBe(true);
  });

  it("does not parse a name as an address", () => expect(literalAddress("example.com")).toBeNull());
});
