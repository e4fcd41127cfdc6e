import { expect, test } from "vitest";
import { ExpiringMap, Loaded } from "./expiring-map";

test("an entry is gone when its time is over, and the one used longest ago when there are too many", () => {
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

/** A loader that answers when it is told to. */
function gate() {
  const waiting: ((value: string) => void)[] = [];
  const load = () => new Promise<string>((done) => waiting.push(done));
  const answer = (value: string) => waiting.shift()?.(value);
  return { load, answer, waiting };
}

test("those who ask meanwhile share one load; its life counts from the question, as the answer may be that old", async () => {
  let now = 0;
  const { load, answer, waiting } = gate();
  const loaded = new Loaded({ ttlMs: 10, limit: 9, monotonicMs: () => now }, load);
  const both = [loaded.get("k"), loaded.get("k")];
  expect(waiting).toHaveLength(1);
  now = 8;
  answer("first");
  expect(await Promise.all(both)).toEqual(["first", "first"]);
  expect(await loaded.get("k")).toBe("first");
  now = 10;
  const again = loaded.get("k");
  answer("second");
  expect(await again).toBe("second");
});

test("what was forgotten during a load is not kept, and a failed load is tried again", async () => {
  const { load, answer } = gate();
  const loaded = new Loaded({ ttlMs: 10, limit: 9, monotonicMs: () => 0 }, load);
  const old = loaded.get("k");
  loaded.forget("k");
  const fresh = loaded.get("k");
  answer("old");
  answer("fresh");
  expect([await old, await fresh, await loaded.get("k")]).toEqual(["old", "fresh", "fresh"]);

  let tries = 0;
  const failing = new Loaded<string, number>({ ttlMs: 10, limit: 9 }, async () => {
    tries += 1;
    if (tries === 1) throw new Error("not now");
    return tries;
  });
  await expect(failing.get("k")).rejects.toThrow("not now");
  expect(await failing.get("k")).toBe(2);
});
