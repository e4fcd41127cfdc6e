import { expect, test } from "vitest";
import { canBeShortcut } from "./key-press";
import { nextRow } from "./move-by-keys";

test("the keys start at the first row and stop at the ends", () => {
  expect(nextRow(-1, 1, 3)).toBe(0);
  expect(nextRow(-1, -1, 3)).toBe(0);
  expect(nextRow(0, 1, 3)).toBe(1);
  expect(nextRow(2, 1, 3)).toBe(2);
  expect(nextRow(0, -1, 3)).toBe(0);
});

test("a key with a modifier, or that a control has handled, is no shortcut", () => {
  const press = {
    key: "j",
    target: null,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    defaultPrevented: false,
    getModifierState: () => false,
  };
  expect(canBeShortcut(press)).toBe(true);
  expect(canBeShortcut({ ...press, ctrlKey: true })).toBe(false);
  expect(canBeShortcut({ ...press, defaultPrevented: true })).toBe(false);
});
