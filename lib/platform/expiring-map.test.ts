import { expect, test } from "vitest";
import { AsyncCache, ExpiringMap } from "./expiring-map";

test("removes expired entries, and the least recently used one beyond the limit", () => {
  let now = 0;
  const map = new ExpiringMap<string, number>({ ttlMs: 10, limit: 2, monotonicMs: () => now });
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  now = 9;
  expect(map.get("a")).toBe(1);
  now = 10;
  expect(map.get("a")).toBeUndefined();
  expect(map.size).toBe(1);
});

/** A loader whose loads resolve when the test calls `answer`. */
function controlledLoader() {
  const pendingLoads: ((value: string) => void)[] = [];
  const load = () => new Promise<string>((done) => pendingLoads.push(done));
  const answer = (value: string) => pendingLoads.shift()?.(value);
  return { load, answer, waiting: pendingLoads };
}

test("concurrent callers share one load, whose life counts from the request", async () => {
  let now = 0;
  const { load, answer, waiting: pendingLoads } = controlledLoader();
  const loaded = new AsyncCache({ ttlMs: 10, limit: 9, monotonicMs: () => now }, load);
  const results = [loaded.get("k"), loaded.get("k")];
  expect(pendingLoads).toHaveLength(1);
  now = 8;
  answer("first");
  expect(await Promise.all(results)).toEqual(["first", "first"]);
  expect(await loaded.get("k")).toBe("first");
  now = 10;
  const reloaded = loaded.get("k");
  answer("second");
  expect(await reloaded).toBe("second");
});

test("does not cache a key forgotten during its load, and retries a failed load", async () => {
  const { load, answer } = controlledLoader();
  const cache = new AsyncCache({ ttlMs: 10, limit: 9, monotonicMs: () => 0 }, load);
  const staleLoad = cache.get("k");
  cache.forget("k");
  const freshLoad = cache.get("k");
  answer("old");
  answer("fresh");
  expect([await staleLoad, await freshLoad, await cache.get("k")]).toEqual(["old", "fresh", "fresh"]);

  let attempts = 0;
  const failing = new AsyncCache<string, number>({ ttlMs: 10, limit: 9 }, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("not now");
    return attempts;
  });
  await expect(failing.get("k")).rejects.toThrow("not now");
  expect(await failing.get("k")).toBe(2);
});
