import type pg from "pg";
import { beforeEach, expect, it, vi } from "vitest";
import { THIS_RELEASE } from "./schema-level";

const sendBatchOn = vi.hoisted(() => vi.fn<(client: unknown) => Promise<object[][]>>());
vi.mock("./batch", () => ({ nameOf: (text: string) => text, sendBatchOn }));

const FITS = [[{ level: THIS_RELEASE.level, oldest_release: "20000101000000_first" }]];
const MISFIT = [[{ level: "20000101000000_first", oldest_release: "20000101000000_first" }]];
const lost = Object.assign(new Error("Connection terminated"), { code: "ETIMEDOUT" });

const createClient = () => ({}) as pg.ClientBase;
let requireSchema: typeof import("./require-schema").requireSchema;
let intervalMs: number;
beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["performance"] });
  sendBatchOn.mockReset();
  ({ requireSchema, SCHEMA_CHECK_MS: intervalMs } = await import("./require-schema"));
});

const requireThree = async () => {
  const results = await Promise.allSettled([1, 2, 3].map(() => requireSchema(createClient())));
  return results.map(({ status }) => status);
};

it("asks once for all connections, and again after the interval", async () => {
  sendBatchOn.mockResolvedValue(FITS);
  expect(await requireThree()).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(sendBatchOn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(intervalMs);
  await requireThree();
  expect(sendBatchOn).toHaveBeenCalledTimes(2);
});

it("fails one request if its connection is lost at the check, and continues with the last answer", async () => {
  sendBatchOn.mockResolvedValue(FITS);
  await requireThree();
  vi.advanceTimersByTime(intervalMs);
  sendBatchOn.mockRejectedValue(lost);
  expect(await requireThree()).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(await requireThree()).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
});

it("asks on each connection while there is no answer", async () => {
  sendBatchOn.mockRejectedValueOnce(lost).mockResolvedValue(FITS);
  expect(await requireThree()).toEqual(["rejected", "fulfilled", "fulfilled"]);
});

it("refuses all connections after a misfit, and limits the time of the check", async () => {
  sendBatchOn.mockResolvedValue(MISFIT);
  expect(await requireThree()).toEqual(["rejected", "rejected", "rejected"]);
  expect(sendBatchOn).toHaveBeenCalledWith(expect.anything(), expect.anything(), expect.any(Number));
});
