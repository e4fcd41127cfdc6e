import { expect, test } from "vitest";
import { createEventCounter } from "./event-counter";

test("counts events with the same labels together, in any label order", () => {
  const counter = createEventCounter(["a", "b"]);
  counter.count({ a: "1", b: "2" });
  counter.count({ b: "2", a: "1" });
  counter.count({ a: "12", b: "" });
  expect(counter.counts()).toEqual([
    { labels: { a: "1", b: "2" }, n: 2 },
    { labels: { a: "12", b: "" }, n: 1 },
  ]);
});

test("begins a series at 0 and keeps its count when it is begun again", () => {
  const counter = createEventCounter(["a"]);
  counter.begin({ a: "1" });
  expect(counter.counts()).toEqual([{ labels: { a: "1" }, n: 0 }]);
  counter.count({ a: "1" });
  counter.begin({ a: "1" });
  expect(counter.counts()).toEqual([{ labels: { a: "1" }, n: 1 }]);
});

test("limits the number of series", () => {
  const counter = createEventCounter(["id"]);
  for (let n = 0; n < 10_000; n++) counter.count({ id: String(n) });
  expect(counter.counts()).toHaveLength(2_000);
  counter.count({ id: "0" });
  expect(counter.counts()[0]).toEqual({ labels: { id: "0" }, n: 2 });
});
