import { expect, test } from "vitest";
import { tally } from "./tally";

test("what has the same labels is counted together, whatever their order", () => {
  const seen = tally(["a", "b"]);
  seen.count({ a: "1", b: "2" });
  seen.count({ b: "2", a: "1" });
  seen.count({ a: "12", b: "" });
  expect(seen.counts()).toEqual([
    { labels: { a: "1", b: "2" }, n: 2 },
    { labels: { a: "12", b: "" }, n: 1 },
  ]);
});

test("what is to be watched is there before the first of it, and begun again loses nothing", () => {
  const seen = tally(["a"]);
  seen.begin({ a: "1" });
  expect(seen.counts()).toEqual([{ labels: { a: "1" }, n: 0 }]);
  seen.count({ a: "1" });
  seen.begin({ a: "1" });
  expect(seen.counts()).toEqual([{ labels: { a: "1" }, n: 1 }]);
});

test("labels that somebody made up without end do not fill the memory", () => {
  const seen = tally(["id"]);
  for (let n = 0; n < 10_000; n++) seen.count({ id: String(n) });
  expect(seen.counts()).toHaveLength(2_000);
  seen.count({ id: "0" });
  expect(seen.counts()[0]).toEqual({ labels: { id: "0" }, n: 2 });
});
