import { expect, test } from "vitest";
import { decompressBzip2 } from "./bzip2";

async function decompress(compressed: Uint8Array, chunkBytes = compressed.length): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < compressed.length; at += chunkBytes) yield compressed.subarray(at, at + chunkBytes);
  }
  const parts: Uint8Array[] = [];
  for await (const part of decompressBzip2(chunks())) parts.push(part);
  return Buffer.concat(parts).toString("latin1");
}

/** Written by libbzip2 with blocks of 100,000 bytes: text, every byte, and a run of 300 bytes. */
const COMPRESSED = Buffer.from(
  "QlpoMTFBWSZTWbLDSQUAw0YRgEAACkBIACAAUGACaqGTxKBPRKBMJQJhKBNJQJpKBPmKCskyms2WGkgoBhowjAIAAFICQAEAAoMA" +
    "E1UMniUCeiUCYSgTCUCaSgTSUCfMUFZJlNZ94z4UwCdPX/////////////////////////////////////////////AAlwAAEmAA" +
    "mAAJgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEmAAmAAJgAAAA" +
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFUqinpqaMEZNGAnomE0YCYAhowDSYTEYCaYJgIwAhkaNNGARkyZMJgmmmmmmjEMhkwA" +
    "mIyBkYAACMCGmJTsRInaEkSwkztSWnbHbkuJeTAmJMjuDuSZk0O6Jqd2d4TYm5OCck6J2Tw70lC5z4kIIQgiE+O+J+UAoJQjvyhn" +
    "gFuohRSjFHKQUkpR4RSymFNKcU8qBUSpFTPDPEPFKoeMeOVUqxVysFZK0VsrhKldPIK8V8sBYTySxFjLIeUeWWUsxZy0FpLUWs8w" +
    "th5pbSnR1rdIreSELgXJCEIIh5xIIQhBEL0hCEEQuZIl0JJCEIIhdSVLsXcvB556BeS+oQhBEL2TEvhY4IQgiFdvpJl+L+YAwJgj" +
    "0T0j0zBmEPUPVMKeseuYY9gw57J7RiDEmKMWYwxpjjHntnuGQMie6ZIyZ7xlDKnvmWMuZgzJ8BmjNmcM6Z4+Ez58RoD4zQnyGiPl" +
    "NGfMaQ+c+g0ppjTn0n1H1moNSfYfafcao1Z95rDWmuNebA2JsjZm0NqfgbY25uD8T8jcm6PzP0P1P2P3N2bw/g/k3pvjfnAOCcI4" +
    "ZxDinGOOcg5JyjlnMOac455/R/Z0DonSOmdQ6p/h/p/xlOsZc/8652Dsi7kinChILIOnJwA=",
  "base64",
);
const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join("");
const CONTENT = "speech ".repeat(40_000) + EVERY_BYTE.repeat(4) + "a".repeat(300);

test("decompresses several blocks from chunks of any size", async () => {
  for (const chunkBytes of [1, 100, COMPRESSED.length])
    expect(await decompress(COMPRESSED, chunkBytes)).toBe(CONTENT);
});

test("decompresses several streams in one file, and an empty one", async () => {
  const two = Buffer.from(
    "QlpoOTFBWSZTWc+6oLQAAAGRAEAAAgGgACGaaDNNDLxdyRThQkM+6oLQQlpoOTFBWSZTWc3cjZoAAACBgAAAhIAgACGYGYRhdyRT" +
      "hQkM3cjZoA==",
    "base64",
  );
  expect(await decompress(two)).toBe("one two");
  expect(await decompress(Buffer.from("425a6839177245385090" + "00000000", "hex"))).toBe("");
});

test("rejects a file of another format, one that ends early, and changed bytes", async () => {
  await expect(decompress(Buffer.from("not compressed at all"))).rejects.toThrow();
  await expect(decompress(Buffer.alloc(0))).rejects.toThrow();
  await expect(decompress(COMPRESSED.subarray(0, COMPRESSED.length - 1))).rejects.toThrow();
  for (let at = 0; at < COMPRESSED.length; at += 7) {
    const changed = Buffer.from(COMPRESSED);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    // Some bits say nothing, as those of codes that do not occur. No other change passes the checksums.
    const isHarmless = await decompress(changed).then(
      (content) => content === CONTENT,
      () => true,
    );
    expect([at, isHarmless]).toEqual([at, true]);
  }
});
