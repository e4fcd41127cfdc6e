import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAesGcm } from "./aes-gcm";
import { createCounterMode } from "./counter-mode";
import { createSrtpKey, readCrypto, writeCrypto } from "./crypto-attribute";
import { readPayload, readRtpHeader, writeRtp } from "./rtp-packet";
import { createSrtpReceiver, createSrtpSender } from "./srtp";
import { deriveSessionKeys } from "./srtp-keys";
import { SRTP_SUITES, type SrtpKey } from "./srtp-suites";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("the test vectors of the RFCs", () => {
  it("give the key stream of RFC 3711, B.2", () => {
    const crypt = createCounterMode(
      hex("2B7E151628AED2A6ABF7158809CF4F3C"),
      hex("F0F1F2F3F4F5F6F7F8F9FAFBFCFD"),
    );
    const packet = Buffer.alloc(48);
    crypt(packet, 0, packet.length, 0, 0);
    expect(packet.toString("hex")).toBe(
      "e03ead0935c95e80e166b16dd92b4eb4d23513162b02d0f72a43a2fe4a5f97ab41e95b3bb0a2e8dd477901e4fca894c0",
    );
  });

  it("give the session keys of RFC 3711, B.3", () => {
    const master = hex("E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6");
    const keys = deriveSessionKeys({ suite: "AES_CM_128_HMAC_SHA1_80", master, mkiBytes: 0 }, "rtp");
    expect(keys.key.toString("hex")).toBe("c61e7a93744f39ee10734afe3ff7a087");
    expect(keys.salt.toString("hex")).toBe("30cbbc08863d8c85d49db34a9ae1");
    expect(keys.auth.toString("hex")).toBe("cebe321f6ff7716b6fd4ab49af256a156d38baa4");
  });

  it("give the packet of RFC 7714, 16.1.1", () => {
    const key = hex("000102030405060708090a0b0c0d0e0f");
    const salt = hex("517569642070726f2071756f");
    const session = { key, salt, auth: Buffer.alloc(20) };
    const clear = hex("8040f17b 8041f8d3 5501a0b2");
    const plain = Buffer.from("Gallia est omnis divisa in partes tres", "latin1");
    const transform = createAesGcm(session, session, 0);
    const packet = Buffer.concat([clear, plain, Buffer.alloc(transform.rtpTagBytes)]);
    const sealed = transform.protectRtp(packet, clear.length, 0x5501a0b2, 0xf17b);
    expect(sealed.subarray(clear.length).toString("hex")).toBe(
      hex(
        "f24de3a3 fb34de6c acba861c 9d7e4bca be633bd5 0d294e6f 42a5f47a 51c7d19b 36de3adf 8833899d 7f27beb1 6a9152cf 765ee439 0cce",
      ).toString("hex"),
    );
  });
});

const packetOf = (key: SrtpKey) => {
  const sender = createSrtpSender(key);
  return (sequence: number, payload: Uint8Array) => {
    const fields = { payloadType: 0, marker: false, sequence, timestamp: sequence * 160, ssrc: 0xcafe };
    const packet = writeRtp(fields, payload, sender.tagBytes);
    return sender.protectRtp(packet, 12, fields.ssrc, sequence) ?? Buffer.alloc(0);
  };
};
const open = (receiver: ReturnType<typeof createSrtpReceiver>, packet: Buffer): Buffer | null => {
  const header = readRtpHeader(packet);
  const content = header === null ? null : receiver.unprotectRtp(packet, header);
  return header === null || content === null ? null : readPayload(content, header);
};

describe.each(SRTP_SUITES)("%s", (suite) => {
  it("opens each packet once, in any order within its window, and across the wrap of the sequence", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffff }),
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        (start, payload) => {
          const key = createSrtpKey(suite);
          const protect = packetOf(key);
          const receiver = createSrtpReceiver(key);
          const packets = Array.from({ length: 8 }, (_, at) => protect((start + at) & 0xffff, payload));
          const order = [0, 2, 1, 3, 5, 4, 7, 6];
          for (const at of order) {
            const packet = packets[at] ?? Buffer.alloc(0);
            expect(packet.includes(Buffer.from(payload)) && payload.length > 4).toBe(false);
            const copy = Buffer.from(packet);
            expect(open(receiver, packet)).toEqual(Buffer.from(payload));
            expect(open(receiver, copy)).toBeNull();
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("refuses a packet in which a bit is changed, and one of another key", () => {
    const key = createSrtpKey(suite);
    const packet = packetOf(key)(7, Buffer.from("a frame"));
    for (let bit = 0; bit < packet.length * 8; bit += 5) {
      const changed = Buffer.from(packet);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(open(createSrtpReceiver(key), changed)).toBeNull();
    }
    expect(open(createSrtpReceiver(createSrtpKey(suite)), Buffer.from(packet))).toBeNull();
  });

  it("protects reports, and refuses replays of them", () => {
    const key = createSrtpKey(suite);
    const report = Buffer.concat([hex("80c90001 0000cafe"), Buffer.from("report")]);
    const sealed = createSrtpSender(key).protectRtcp(report, 0xcafe) ?? Buffer.alloc(0);
    expect(sealed.includes(Buffer.from("report"))).toBe(false);
    const receiver = createSrtpReceiver(key);
    const copy = Buffer.from(sealed);
    expect(receiver.unprotectRtcp(sealed)).toEqual(report);
    expect(receiver.unprotectRtcp(copy)).toBeNull();
  });

  it("is written to a crypto attribute and read from it", () => {
    const attribute = { tag: 3, key: createSrtpKey(suite) };
    expect(readCrypto(writeCrypto(attribute))).toEqual(attribute);
  });
});

it("reads lifetimes and key identifiers, and refuses other keys and unencrypted streams", () => {
  const inline = `inline:${Buffer.alloc(30, 7).toString("base64")}`;
  expect(readCrypto(`1 AES_CM_128_HMAC_SHA1_80 ${inline}|2^20|1:4`)?.key.mkiBytes).toBe(4);
  for (const value of [
    `1 AES_CM_128_HMAC_SHA1_80 ${inline} UNENCRYPTED_SRTP`,
    `1 AES_CM_128_HMAC_SHA1_80 ${inline} UNAUTHENTICATED_SRTP`,
    "1 AES_CM_128_HMAC_SHA1_80 inline:c2hvcnQ=",
    `1 NULL_HMAC_SHA1_80 ${inline}`,
    `x AES_CM_128_HMAC_SHA1_80 ${inline}`,
    "",
  ])
    expect(readCrypto(value)).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => void readCrypto(text)));
});

it("reads the lifetime of a key, and refuses one that is malformed or exceeds that of SRTP", () => {
  const withLifetime = (lifetime: string) =>
    readCrypto(`1 AES_CM_128_HMAC_SHA1_80 inline:${Buffer.alloc(30, 7).toString("base64")}|${lifetime}`);
  expect(withLifetime("2^20")?.key.maxPackets).toBe(1_048_576);
  expect(withLifetime("500")?.key.maxPackets).toBe(500);
  expect(withLifetime("2^48")?.key.maxPackets).toBeUndefined();
  for (const lifetime of ["2^49", "2^999999", "0", "2^", "-1", "1e9", "999999999999999", "2^2^2"])
    expect(withLifetime(lifetime)).toBeNull();
});

it("accepts no more packets than the lifetime of a key", () => {
  const key = { ...createSrtpKey("AES_CM_128_HMAC_SHA1_80"), maxPackets: 3 };
  const [sender, receiver] = [createSrtpSender(key), createSrtpReceiver(key)];
  const accepted = Array.from({ length: 6 }, (_packet, sequence) => {
    const fields = { payloadType: 0, marker: false, sequence, timestamp: 0, ssrc: 7 };
    const packet = sender.protectRtp(
      writeRtp(fields, Buffer.from("audio"), sender.tagBytes),
      12,
      7,
      sequence,
    );
    const header = packet && readRtpHeader(packet);
    return header ? receiver.unprotectRtp(packet, header) !== null : null;
  });
  expect(accepted).toEqual([true, true, true, false, false, false]);
});
