import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSealer, type FieldRef, SealError } from "./seal";

const WS = "ws_a";
const FIELD: FieldRef = { table: "calls", row: "call_1", field: "summary" };
const keys = new Map([[1, randomBytes(32)]]);
const sealer = createSealer(WS, keys, 1);

describe("a sealed value", () => {
  test("opens to the same bytes and text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
        const plain = Buffer.from(bytes);
        expect(sealer.open(FIELD, sealer.seal(FIELD, plain)).equals(plain)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xd7ff })).map((units) => String.fromCharCode(...units)),
        (text) => {
          expect(sealer.openText(FIELD, sealer.seal(FIELD, text))).toBe(text);
        },
      ),
    );
  });

  test("does not open in another row, field, table or workspace under the same key", () => {
    const ciphertext = sealer.seal(FIELD, "hello");
    expect(() => sealer.open({ ...FIELD, table: "callbacks" }, ciphertext)).toThrow(SealError);
    expect(() => sealer.open({ ...FIELD, row: "call_2" }, ciphertext)).toThrow(SealError);
    expect(() => sealer.open({ ...FIELD, field: "notes" }, ciphertext)).toThrow(SealError);
    expect(() => createSealer("ws_b", keys, 1).open(FIELD, ciphertext)).toThrow(SealError);
  });

  test("does not open under another key version, even with the same key", () => {
    const key = randomBytes(32);
    const versionTwo = createSealer(
      WS,
      new Map([
        [1, key],
        [2, key],
      ]),
      2,
    );
    const ciphertext = versionTwo.seal(FIELD, "hello");
    expect(versionTwo.openText(FIELD, ciphertext)).toBe("hello");
    ciphertext.writeUInt16BE(1, 1);
    expect(() => versionTwo.open(FIELD, ciphertext)).toThrow(SealError);
  });

  test("does not open if any bit is changed or any byte is cut off", () => {
    const ciphertext = sealer.seal(FIELD, "the quick brown fox");
    fc.assert(
      fc.property(fc.nat(ciphertext.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const altered = Buffer.from(ciphertext);
        altered.writeUInt8(altered.readUInt8(at) ^ flip, at);
        expect(() => sealer.open(FIELD, altered)).toThrow(SealError);
        expect(() => sealer.open(FIELD, ciphertext.subarray(0, at))).toThrow(SealError);
      }),
    );
  });

  test("opens with its own key version after a rotation", () => {
    const sealedBefore = sealer.seal(FIELD, "before");
    const rotated = createSealer(WS, new Map([...keys, [2, randomBytes(32)]]), 2);
    expect(rotated.openText(FIELD, sealedBefore)).toBe("before");
    expect(() => sealer.open(FIELD, rotated.seal(FIELD, "after"))).toThrow(SealError);
  });

  test("differs each time, so that equal values cannot be recognized", () => {
    expect(sealer.seal(FIELD, "same").equals(sealer.seal(FIELD, "same"))).toBe(false);
  });

  test("rejects an ambiguous field reference", () => {
    expect(() => sealer.seal({ table: "a|b", row: "c", field: "d" }, "x")).toThrow("'|'");
    expect(() => sealer.seal({ table: "a", row: "", field: "d" }, "x")).toThrow("empty");
  });

  test("reveals neither its content nor its field when it does not open", () => {
    const ciphertext = sealer.seal(FIELD, "a secret thing");
    expect(() => sealer.open({ ...FIELD, row: "call_2" }, ciphertext)).toThrow(
      "A sealed value could not be opened.",
    );
  });
});
