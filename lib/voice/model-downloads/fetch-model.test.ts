import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listLocalTranscribers } from "@/lib/agents/speech-models";
import { writeMoonshine } from "@/lib/agents/speech-models/testing/tiny-models";
import { CATALOG, type CatalogModel } from "./catalog";
import { fetchModel } from "./fetch-model";
import { type FileServer, openFileServer } from "./testing/file-server";
import { createTar, type TarEntry } from "./testing/tar";
import { unpackModel } from "./unpack-model";

const newDir = () => mkdtempSync(join(tmpdir(), "fetch-model-"));
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The entries of an archive as publishers write them: a folder at the top, with sample recordings in a subfolder. */
function modelEntries(): TarEntry[] {
  const folder = writeMoonshine(newDir(), "moonshine");
  return [
    { path: "moonshine-en/", type: "5" },
    ...readdirSync(folder).map((name) => ({
      path: `moonshine-en/${name}`,
      content: readFileSync(join(folder, name)),
    })),
    { path: "moonshine-en/._tokens.txt", content: "of macOS" },
    { path: "moonshine-en/test_wavs/0.wav", content: "RIFF" },
  ];
}
const MODEL_FILES = [
  "cached_decode.int8.onnx",
  "encode.int8.onnx",
  "parley.json",
  "preprocess.onnx",
  "tokens.txt",
  "uncached_decode.int8.onnx",
];

let server: FileServer;
let dir: string;
let archive: Buffer;
beforeEach(async () => {
  dir = newDir();
  archive = createTar(modelEntries());
  server = await openFileServer(archive);
});
afterEach(() => server.close());

const modelOf = (overrides: Partial<CatalogModel> = {}): CatalogModel => ({
  name: "moonshine-en",
  kind: "moonshine",
  languages: ["en"],
  publisher: "Publisher",
  license: "MIT",
  bytes: server.file.bytes.length,
  url: server.url,
  ...overrides,
});
const serve = (bytes: Buffer) => Object.assign(server.file, { bytes, etag: `"${sha256(bytes)}"` });

describe("fetching", () => {
  test("installs a model with its license and origin, and records the digest of the first download", async () => {
    const result = await fetchModel(modelOf(), dir);
    expect(result).toMatchObject({ sha256: sha256(archive), isFirstDigest: true });
    expect(readdirSync(result.folder).sort()).toEqual(MODEL_FILES);
    expect(JSON.parse(readFileSync(join(result.folder, "parley.json"), "utf8"))).toEqual({
      languages: ["en"],
      sha256: sha256(archive),
      publisher: "Publisher",
      license: "MIT",
      source: server.url,
    });
    expect((await listLocalTranscribers(dir)).map(({ id }) => id)).toEqual(["local:moonshine-en"]);
    expect(readdirSync(join(dir, ".downloads"))).toEqual(["digests.json"]);
    expect(statSync(join(result.folder, "tokens.txt")).mode & 0o111).toBe(0);
  });

  test("compares later downloads with the first one", async () => {
    const { folder } = await fetchModel(modelOf(), dir);
    rmSync(folder, { recursive: true });
    serve(createTar([...modelEntries(), { path: "moonshine-en/README.md", content: "changed" }]));
    await expect(fetchModel(modelOf(), dir)).rejects.toThrow("not the one of the first download");
    expect(existsSync(folder)).toBe(false);
    serve(archive);
    expect(await fetchModel(modelOf(), dir)).toMatchObject({ isFirstDigest: false });
  });

  test("rejects an archive with another digest than the catalog's, and downloads it again the next time", async () => {
    const model = modelOf({ sha256: sha256(Buffer.from("another archive")) });
    await expect(fetchModel(model, dir)).rejects.toThrow(/instead of/);
    expect(readdirSync(dir)).toEqual([".downloads"]);
    expect(readdirSync(join(dir, ".downloads"))).toEqual([]);
    expect(await fetchModel(modelOf({ sha256: sha256(archive) }), dir)).toMatchObject({
      isFirstDigest: false,
    });
  });

  test("does not replace an installed model", async () => {
    mkdirSync(join(dir, "moonshine-en"));
    await expect(fetchModel(modelOf(), dir)).rejects.toThrow(/exists/);
    expect(server.ranges).toEqual([]);
  });

  test("takes an archive of this machine, and leaves it there", async () => {
    const file = join(newDir(), "copied.tar.gz");
    writeFileSync(file, gzipSync(archive));
    await fetchModel(modelOf(), dir, { archive: file });
    expect(existsSync(file)).toBe(true);
    expect(server.ranges).toEqual([]);
  });

  test("rejects an archive that holds another kind of model, or none", async () => {
    await expect(fetchModel(modelOf({ kind: "whisper" }), dir)).rejects.toThrow(/does not hold/);
    serve(createTar([{ path: "moonshine-en/tokens.txt", content: "a 0" }]));
    await expect(fetchModel(modelOf(), dir)).rejects.toThrow(/does not hold/);
    expect(readdirSync(dir)).toEqual([".downloads"]);
  });
});

describe("unpacking", () => {
  const unpack = async (bytes: Buffer, maxBytes?: number) => {
    const parent = newDir();
    const file = join(parent, "archive");
    writeFileSync(file, bytes);
    const target = join(parent, "inner", "model");
    mkdirSync(join(parent, "inner"));
    await unpackModel(file, target, maxBytes).catch((error: unknown) => {
      // Nothing is left of an archive that was rejected, in its folder or outside.
      expect(readdirSync(parent).sort()).toEqual(["archive", "inner"]);
      expect(readdirSync(join(parent, "inner"))).toEqual([]);
      throw error;
    });
    return readdirSync(target).sort();
  };
  const file = (path: string, more: Partial<TarEntry> = {}): TarEntry => ({ path, content: "x", ...more });

  test.each([
    ["a path upwards", [file("model/a.txt"), file("model/../../escaped.txt")]],
    ["an absolute path", [file("/tmp/escaped.txt")]],
    ["a path of Windows", [file("model\\..\\escaped.txt")]],
    ["a drive of Windows", [file("C:/escaped.txt")]],
    [
      "a long path upwards in a pax header",
      [file("x", { type: "x", content: "28 path=model/../../escaped\n" }), file("a")],
    ],
    [
      "a long path upwards of GNU tar",
      [file("x", { type: "L", content: "model/../../escaped\0" }), file("a")],
    ],
    ["a symbolic link", [{ path: "model/tokens.txt", type: "2", link: "/etc/passwd" }]],
    [
      "a link and a file behind it",
      [{ path: "model/a", type: "2", link: ".." }, file("model/a/escaped.txt")],
    ],
    ["a hard link", [{ path: "model/tokens.txt", type: "1", link: "/etc/passwd" }]],
    ["a device", [{ path: "model/tokens.txt", type: "3" }]],
    ["two files of one name", [file("model/a.txt"), file("model/A.txt")]],
    ["a name with control characters", [file("model/a\u001b[2J.txt")]],
    ["an endless header", [file("x", { type: "x", content: Buffer.alloc(65 * 1_024) }), file("a")]],
    ["too many entries", Array.from({ length: 2_001 }, (_, n) => file(`model/sub/${n}`))],
  ] satisfies [string, TarEntry[]][])("rejects an archive with %s", async (_, entries) => {
    await expect(unpack(createTar(entries))).rejects.toThrow(/The archive has/);
  });

  test("rejects an archive that is larger than allowed, before it writes the file", async () => {
    const entries = [
      file("model/a.txt", { content: Buffer.alloc(600) }),
      file("model/b.txt", { content: Buffer.alloc(600) }),
    ];
    await expect(unpack(createTar(entries), 1_000)).rejects.toThrow("too large");
    await expect(
      unpack(gzipSync(createTar([file("a", { content: Buffer.alloc(5_000_000) })])), 1_000),
    ).rejects.toThrow("too large");
    expect(await unpack(createTar(entries), 1_200)).toEqual(["a.txt", "b.txt"]);
  });

  test("rejects an archive that ends early or is damaged", async () => {
    const whole = createTar([file("model/a.txt", { content: Buffer.alloc(2_000) })]);
    await expect(unpack(whole.subarray(0, 1_500))).rejects.toThrow("ends too early");
    const damaged = Buffer.from(whole);
    damaged[5] = (damaged[5] ?? 0) + 1;
    await expect(unpack(damaged)).rejects.toThrow("damaged");
    await expect(unpack(Buffer.from("BZh9 and then nothing that follows it"))).rejects.toThrow();
    await expect(unpack(gzipSync(whole).subarray(0, 30))).rejects.toThrow();
  });

  test("uses long names of pax and GNU tar", async () => {
    const entries = [
      file("x", { type: "x", content: "23 path=model/long.txt\n" }),
      file("short"),
      file("x", { type: "L", content: "model/longer.txt\0" }),
      file("short"),
    ];
    expect(await unpack(createTar(entries))).toEqual(["long.txt", "longer.txt"]);
  });
});

test("the catalog names each model once, with its publisher, license, size and an address over TLS", () => {
  expect(new Set(CATALOG.map(({ name }) => name)).size).toBe(CATALOG.length);
  for (const { name, url, bytes, license, publisher, languages, sha256: digest } of CATALOG) {
    expect(name).toMatch(/^[a-z0-9][a-z0-9.-]+$/);
    expect(url).toMatch(
      /^https:\/\/github\.com\/k2-fsa\/sherpa-onnx\/releases\/download\/[\w./-]+\.tar\.bz2$/,
    );
    expect(bytes).toBeGreaterThan(10_000_000);
    expect([license, publisher].every((text) => text.length > 2)).toBe(true);
    expect(languages.length).toBeGreaterThan(0);
    expect(digest ?? "0".repeat(64)).toMatch(/^[0-9a-f]{64}$/);
  }
});
