import { expect, test, vi } from "vitest";
import { createPositionStore } from "./position-store";

test("a position store calls back once per change, until the subscription ends", () => {
  const store = createPositionStore();
  const listener = vi.fn();
  const end = store.subscribe(listener);
  expect(store.get()).toBeNull();
  store.set(500);
  store.set(500);
  expect(store.get()).toBe(500);
  expect(listener).toHaveBeenCalledTimes(1);
  end();
  store.set(900);
  expect(listener).toHaveBeenCalledTimes(1);
});
