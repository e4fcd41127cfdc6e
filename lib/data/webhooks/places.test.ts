import { expect, test } from "vitest";
import { openPlaces } from "./places";

test("whoever comes gets what is free, and waits for a place where there is none", async () => {
  const places = openPlaces(3);
  expect(await places.take(2)).toBe(2);
  expect(await places.take(5)).toBe(1);
  const got: string[] = [];
  const first = places.take(5).then((n) => got.push(`first ${n}`));
  const second = places.take(1).then((n) => got.push(`second ${n}`));
  places.give(2);
  // Comes before the first, who was called, goes on.
  const third = places.take(1);
  await first;
  expect(got).toEqual(["first 2"]);
  places.give(1);
  await second;
  places.give(1);
  expect(await third).toBe(1);
  expect(got).toEqual(["first 2", "second 1"]);
});

test("nobody who was called leaves with nothing", async () => {
  const places = openPlaces(1);
  await places.take(1);
  const waiting = places.take(1);
  places.give(1);
  expect(await places.take(1)).toBe(1);
  places.give(1);
  expect(await waiting).toBe(1);
});
