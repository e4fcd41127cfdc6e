import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readModelFolders } from "./list";
import { readOnnxMetadata } from "./onnx-metadata";
import { encodeOnnx } from "./testing/onnx";
import {
  writeMoonshine,
  writeNemoTransducer,
  writeStreamingZipformer,
  writeWhisper,
} from "./testing/tiny-models";
import { findSpeechModel, listLocalTranscribers } from "./transcribers";

const newDir = () => mkdtempSync(join(tmpdir(), "speech-models-"));
const kindsIn = async (dir: string) =>
  Object.fromEntries((await readModelFolders(dir)).map(({ name, model }) => [name, model?.kind ?? null]));

test("recognizes each architecture by what its folder holds, not by the folder's name", async () => {
  const dir = newDir();
  writeStreamingZipformer(dir, "a");
  writeNemoTransducer(dir, "b");
  writeMoonshine(dir, "c");
  writeWhisper(dir, "d");
  expect(await kindsIn(dir)).toEqual({
    a: "streaming_zipformer",
    b: "nemo_transducer",
    c: "moonshine",
    d: "whisper",
  });
});

test("does not recognize a folder that lacks a file, or whose encoder is no ONNX file", async () => {
  const dir = newDir();
  const folder = writeStreamingZipformer(dir, "truncated");
  writeFileSync(join(folder, "encoder-epoch-1-avg-1.onnx"), "garbage");
  mkdirSync(join(dir, "empty"));
  mkdirSync(join(dir, ".part"));
  writeFileSync(join(writeNemoTransducer(dir, "streaming-nemo"), "encoder.int8.onnx"), nemoWithWindow());
  writeFileSync(join(dir, "notes.txt"), "");
  expect(await kindsIn(dir)).toEqual({ empty: null, "streaming-nemo": null, truncated: null });
  expect(await listLocalTranscribers(dir)).toEqual([]);
});

const nemoWithWindow = () =>
  encodeOnnx({
    inputs: [],
    outputs: [],
    nodes: [],
    metadata: { model_type: "EncDecRNNTBPEModel", window_size: 65 },
  });

test("prefers quantized files, and the decoder and joiner that belong to the encoder", async () => {
  const dir = newDir();
  const folder = writeStreamingZipformer(dir, "a");
  const encoder = encodeOnnx({
    inputs: [],
    outputs: [],
    nodes: [],
    metadata: { model_type: "zipformer", decode_chunk_len: 32 },
  });
  for (const file of ["encoder-chunk-16.int8.onnx", "encoder-chunk-16.onnx"])
    writeFileSync(join(folder, file), encoder);
  for (const file of ["decoder-chunk-16.onnx", "joiner-chunk-16.int8.onnx"])
    writeFileSync(join(folder, file), "");
  expect((await findSpeechModel("a", dir))?.files).toEqual({
    encoder: join(folder, "encoder-chunk-16.int8.onnx"),
    decoder: join(folder, "decoder-chunk-16.onnx"),
    joiner: join(folder, "joiner-chunk-16.int8.onnx"),
    tokens: join(folder, "tokens.txt"),
  });
});

test("offers each model as a transcriber with the languages of its manifest, its files or its name", async () => {
  const dir = newDir();
  writeStreamingZipformer(dir, "sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20");
  writeNemoTransducer(dir, "parakeet");
  writeWhisper(dir, "whisper-tiny");
  writeFileSync(join(writeMoonshine(dir, "spoken"), "parley.json"), '{"languages":["es"]}');
  const offers = await listLocalTranscribers(dir);
  expect(offers.map(({ id, languages }) => [id, languages])).toEqual([
    ["local:parakeet", null],
    ["local:sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20", ["zh", "en"]],
    ["local:spoken", ["es"]],
    ["local:whisper-tiny", ["en", "de"]],
  ]);
  expect(offers[1]).toMatchObject({ zero_retention: true, provider: "local", streaming: true });
  expect(offers[1]?.description).toContain("while the caller speaks");
  expect(offers[0]?.streaming).toBe(false);
  expect(offers[0]?.description).toContain("when the caller has spoken");
});

test("an invalid manifest does not hide a model", async () => {
  const dir = newDir();
  for (const [name, text] of [
    ["broken", "{"],
    ["wrong", '{"languages":"en"}'],
  ] as const)
    writeFileSync(join(writeNemoTransducer(dir, name), "parley.json"), text);
  expect((await listLocalTranscribers(dir)).map(({ id }) => id)).toEqual(["local:broken", "local:wrong"]);
});

test("a folder that does not exist holds no models", async () => {
  expect(await readModelFolders(join(newDir(), "missing"))).toEqual([]);
});

test("reads the metadata of an ONNX file, and nothing of a file that is none", async () => {
  const dir = newDir();
  const read = (bytes: Uint8Array) => {
    writeFileSync(join(dir, "file.onnx"), bytes);
    return readOnnxMetadata(join(dir, "file.onnx"));
  };
  const model = encodeOnnx({ inputs: [], outputs: [], nodes: [], metadata: { model_type: "whisper", n: 3 } });
  expect(Object.fromEntries((await read(model)) ?? [])).toEqual({ model_type: "whisper", n: "3" });
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("not a protocol buffer"),
    model.subarray(0, model.length - 1),
    Buffer.alloc(100, 0xff),
    // A field of 2^49 bytes.
    Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    // More fields than a model has.
    Buffer.alloc(10_000, Buffer.from([8, 1])),
  ])
    expect(await read(bytes)).toBeNull();
});
