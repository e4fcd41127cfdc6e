import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { StorageFailure } from "./port";
import { s3Storage } from "./s3";
import { openS3Server } from "./testing/s3-server";

/** No attempt is counted twice on a busy machine: only silence lasts to the limit. */
const PATIENT = { attemptMs: 20_000, attempts: 3, retryMs: 1, maxBytes: 2_048 };
const IMPATIENT = { ...PATIENT, attemptMs: 1_500 };

let server: Awaited<ReturnType<typeof openS3Server>>;
beforeAll(async () => {
  server = await openS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  server.objects.clear();
  server.seen.length = 0;
  server.faults.length = 0;
});
const store = (overrides: object = {}, limits = PATIENT) =>
  s3Storage({ ...server.bucket, ...overrides }, limits);
const storeFacing = (fault: unknown) => store({}, fault === "silence" ? IMPATIENT : PATIENT);

test("keeps chunks by signed requests, replaces them, and knows what is not there", async () => {
  const s3 = store();
  await s3.put("ab/cd/raw/0", Buffer.from([0, 255, 1]));
  await s3.put("ab/cd/raw/0", Buffer.from([0, 255, 2]));
  expect(await s3.read("ab/cd/raw/0")).toEqual(Buffer.from([0, 255, 2]));
  expect(await s3.read("ab/cd/raw/1")).toBeNull();
  expect([...server.objects.keys()]).toEqual(["some-where/ab/cd/raw/0"]);
  expect(server.refused()).toBe(0);
});

test("removes all of a folder over many pages, and of no other; what is not there is no error", async () => {
  const s3 = store();
  for (let n = 0; n < 10; n++) await s3.put(`ab/cd/raw/${n}`, Buffer.from("x"));
  await s3.put("ab/cd/ogg/0", Buffer.from("x"));
  await s3.put("ab/cdef/raw/0", Buffer.from("x"));
  await s3.removeAll("ab/cd/raw");
  expect([...server.objects.keys()]).toEqual(["some-where/ab/cd/ogg/0", "some-where/ab/cdef/raw/0"]);
  await s3.removeAll("ab/cd");
  await s3.removeAll("ab/cd");
  expect([...server.objects.keys()]).toEqual(["some-where/ab/cdef/raw/0"]);
});

test.each([503, 500, 429, "silence", "torn"] as const)("tries again after %s", async (fault) => {
  server.faults.push(fault, fault);
  await storeFacing(fault).put("ab/1", Buffer.from("x"));
  expect(server.objects.size).toBe(1);
  expect(server.seen).toHaveLength(3);
});

test.each<[503 | 403 | 301 | "silence" | "torn" | "flood", number, RegExp]>([
  [503, 3, /answered 503/],
  ["silence", 3, /could not be reached in time/],
  ["torn", 3, /could not be reached in time/],
  [403, 1, /S3_ACCESS_KEY_ID/],
  [301, 1, /S3_REGION/],
  ["flood", 1, /far more/],
])("fails after %s, with a reason and without a name", async (fault, tries, message) => {
  server.faults.push(fault, fault, fault);
  const failure = await storeFacing(fault)
    .read("ab/1")
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StorageFailure);
  expect(String(failure)).toMatch(message);
  expect(String(failure)).not.toContain("ab/1");
  expect(server.seen).toHaveLength(tries);
});

test("the server that these tests believe takes no wrong secret, region, or bucket", async () => {
  const put = (overrides: object) => store(overrides).put("ab/1", Buffer.from("x"));
  await expect(put({ secretAccessKey: "another" })).rejects.toThrow(/403/);
  await expect(put({ region: "eu-other-1" })).rejects.toThrow(/403/);
  await expect(put({ bucket: "elsewhere" })).rejects.toThrow(/404/);
  expect(server.objects.size).toBe(0);
});

test.each(["../x", "a/../b", "/etc", "", "a//b", "A"])("refuses the name %j", async (name) => {
  await expect(store().put(name, Buffer.alloc(1))).rejects.toThrow();
  await expect(store().read(name)).rejects.toThrow();
  expect(() => store().removeAll(name)).toThrow();
  expect(server.seen).toEqual([]);
});
