import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DownloadError, download } from "./download";
import { breakAfter, type FileServer, openFileServer } from "./testing/file-server";

const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));
const OPTIONS = { maxBytes: 1_000_000, retryMs: 1, idleMs: 2_000 };
let server: FileServer;
let file: string;

beforeEach(async () => {
  server = await openFileServer(BYTES);
  file = join(mkdtempSync(join(tmpdir(), "download-")), "model.part");
});
afterEach(() => server.close());

const run = (options: object = {}) => download(server.url, file, { ...OPTIONS, ...options });

test("downloads a file and reports the progress", async () => {
  const progress: [number, number | undefined][] = [];
  await run({
    bytes: BYTES.length,
    onProgress: (...step: [number, number | undefined]) => progress.push(step),
  });
  expect(readFileSync(file).equals(BYTES)).toBe(true);
  expect(progress.at(-1)).toEqual([BYTES.length, BYTES.length]);
});

test("continues after a broken connection from the byte that it has", async () => {
  server.answers.push(breakAfter(server, 30_000));
  await run();
  expect(readFileSync(file).equals(BYTES)).toBe(true);
  expect(server.ranges).toHaveLength(2);
  expect(server.ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
});

test("a second run continues the first one", async () => {
  server.answers.push(breakAfter(server, 30_000));
  for (let n = 0; n < 4; n++) server.answers.push((_, response) => response.destroy());
  await expect(run()).rejects.toThrow(/Run the command again/);
  expect(readFileSync(file).length).toBeGreaterThan(0);
  await run();
  expect(readFileSync(file).equals(BYTES)).toBe(true);
  expect(server.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
});

test("starts again if the server's file has changed, or if the part is of another address", async () => {
  server.answers.push(breakAfter(server, 30_000));
  const replaced = Buffer.alloc(50_000, 7);
  server.answers.push((_, response) => {
    Object.assign(server.file, { bytes: replaced, etag: '"2"' });
    response.destroy();
  });
  await run();
  expect(readFileSync(file).equals(replaced)).toBe(true);

  writeFileSync(file, "of another model");
  writeFileSync(`${file}.json`, JSON.stringify({ url: "http://127.0.0.1/other", validator: '"2"' }));
  await run();
  expect(readFileSync(file).equals(replaced)).toBe(true);
});

test("never continues a file without a validator", async () => {
  server.file.etag = null;
  server.answers.push(breakAfter(server, 30_000));
  await run();
  expect(readFileSync(file).equals(BYTES)).toBe(true);
  expect(server.ranges).toEqual([undefined, undefined]);
});

test("starts again if the part is longer than the file", async () => {
  writeFileSync(file, Buffer.alloc(BYTES.length + 1));
  writeFileSync(`${file}.json`, JSON.stringify({ url: server.url, validator: '"1"' }));
  await run();
  expect(readFileSync(file).equals(BYTES)).toBe(true);
});

test("retries a server that fails, and not one that refuses", async () => {
  server.answers.push((_, response) => void response.writeHead(503).end());
  await run();
  expect(server.ranges).toHaveLength(2);
  server.answers.push((_, response) => void response.writeHead(404).end());
  await expect(run()).rejects.toThrow("The server answers with status 404.");
  expect(server.ranges).toHaveLength(3);
});

test("fails permanently if a server is silent", async () => {
  for (let n = 0; n < 6; n++) server.answers.push(() => {});
  await expect(run({ idleMs: 50 })).rejects.toThrow(DownloadError);
});

test("does not write more than the stated size, and keeps nothing of such a file", async () => {
  await expect(run({ bytes: 99_999 })).rejects.toThrow("The file has 100000 bytes instead of 99999.");
  // Without a length, the size shows only while it arrives.
  server.answers.push((_, response) => void response.writeHead(200).end(BYTES));
  await expect(run({ bytes: 50_000 })).rejects.toThrow("The server sends more than the file's size.");
  await expect(run({ maxBytes: 10 })).rejects.toThrow("The server sends more than the file's size.");
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

test("a disk that cannot be written is no problem of the server", async () => {
  await expect(download(server.url, join(file, "missing", "part"), OPTIONS)).rejects.toThrow("ENOENT");
  expect(server.ranges).toHaveLength(1);
});
