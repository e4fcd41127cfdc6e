import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Place, SealBroken, sealerOf } from "./seal";

const WS = "ws_a";
const PLACE: Place = { table: "calls", row: "call_1", field: "summary" };
const keys = new Map([[1, randomBytes(32)]]);
const sealer = sealerOf(WS, keys, 1);

describe("a sealed value", () => {
  test("comes back unchanged, whatever it is", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
        const plain = Buffer.from(bytes);
        expect(sealer.open(PLACE, sealer.seal(PLACE, plain)).equals(plain)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xd7ff })).map((units) => String.fromCharCode(...units)),
        (text) => {
          expect(sealer.openText(PLACE, sealer.seal(PLACE, text))).toBe(text);
        },
      ),
    );
  });

  test("does not open in another row, field, table or workspace, though the key is the same", () => {
    const box = sealer.seal(PLACE, "hello");
    expect(() => sealer.open({ ...PLACE, table: "callbacks" }, box)).toThrow(SealBroken);
    expect(() => sealer.open({ ...PLACE, row: "call_2" }, box)).toThrow(SealBroken);
    expect(() => sealer.open({ ...PLACE, field: "notes" }, box)).toThrow(SealBroken);
    expect(() => sealerOf("ws_b", keys, 1).open(PLACE, box)).toThrow(SealBroken);
  });

  test("does not open as one of another key's number, though the key is the same", () => {
    const key = randomBytes(32);
    const two = sealerOf(
      WS,
      new Map([
        [1, key],
        [2, key],
      ]),
      2,
    );
    const box = two.seal(PLACE, "hello");
    expect(two.openText(PLACE, box)).toBe("hello");
    box.writeUInt16BE(1, 1);
    expect(() => two.open(PLACE, box)).toThrow(SealBroken);
  });

  test("does not open once any bit of it was changed, or any of it cut off", () => {
    const box = sealer.seal(PLACE, "the quick brown fox");
    fc.assert(
      fc.property(fc.nat(box.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const altered = Buffer.from(box);
        altered.writeUInt8(altered.readUInt8(at) ^ flip, at);
        expect(() => sealer.open(PLACE, altered)).toThrow(SealBroken);
        expect(() => sealer.open(PLACE, box.subarray(0, at))).toThrow(SealBroken);
      }),
    );
  });

  test("is opened with the key of its own number after a new key has come", () => {
    const old = sealer.seal(PLACE, "before");
    const rotated = sealerOf(WS, new Map([...keys, [2, randomBytes(32)]]), 2);
    expect(rotated.openText(PLACE, old)).toBe("before");
    expect(() => sealer.open(PLACE, rotated.seal(PLACE, "after"))).toThrow(SealBroken);
  });

  test("looks different each time, so that equal values are not seen to be equal", () => {
    expect(sealer.seal(PLACE, "same").equals(sealer.seal(PLACE, "same"))).toBe(false);
  });

  test("has a place whose parts cannot be shifted into each other", () => {
    expect(() => sealer.seal({ table: "a|b", row: "c", field: "d" }, "x")).toThrow("'|'");
    expect(() => sealer.seal({ table: "a", row: "", field: "d" }, "x")).toThrow("empty");
  });

  test("tells nothing of its content or place when it does not open", () => {
    const box = sealer.seal(PLACE, "a secret thing");
    expect(() => sealer.open({ ...PLACE, row: "call_2" }, box)).toThrow(
      "A sealed value could not be opened.",
    );
  });
});
