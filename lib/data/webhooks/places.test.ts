import { expect, test } from "vitest";
import { createPlaces } from "./places";

test("a caller gets the free places, and waits if there are none", async () => {
  const places = createPlaces(3);
  expect(await places.take(2)).toBe(2);
  expect(await places.take(5)).toBe(1);
  const got: string[] = [];
  const first = places.take(5).then((n) => got.push(`first ${n}`));
  const second = places.take(1).then((n) => got.push(`second ${n}`));
  places.give(2);
  // Arrives before the first one, which was notified, resumes.
  const third = places.take(1);
  await first;
  expect(got).toEqual(["first 2"]);
  places.give(1);
  await second;
  places.give(1);
  expect(await third).toBe(1);
  expect(got).toEqual(["first 2", "second 1"]);
});

test("a notified caller never gets zero places", async () => {
  const places = createPlaces(1);
  await places.take(1);
  const waiting = places.take(1);
  places.give(1);
  expect(await places.take(1)).toBe(1);
  places.give(1);
  expect(await waiting).toBe(1);
});
