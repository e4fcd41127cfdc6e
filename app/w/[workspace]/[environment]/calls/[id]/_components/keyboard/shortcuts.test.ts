import { describe, expect, test } from "vitest";
import { SHORTCUTS, shortcutOf } from "./shortcuts";

const press = (key: string, extra: object = {}) => ({
  key,
  target: null,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  getModifierState: () => false,
  ...extra,
});

describe("a key press", () => {
  test("runs one shortcut", () => {
    expect(shortcutOf(press(" "))).toBe("play");
    expect(shortcutOf(press("["))).toBe("previousTurn");
    expect(shortcutOf(press("?"))).toBe("help");
    expect(shortcutOf(press("x"))).toBeNull();
    const keys = SHORTCUTS.flatMap((shortcut) => [...shortcut.keys]);
    expect(new Set<string>(keys).size).toBe(keys.length);
  });
  test("with a modifier is the browser's, except AltGr, which types brackets", () => {
    expect(shortcutOf(press("ArrowLeft", { altKey: true }))).toBeNull();
    expect(shortcutOf(press("c", { ctrlKey: true }))).toBeNull();
    expect(shortcutOf(press("c", { metaKey: true }))).toBeNull();
    const altGr = { altKey: true, ctrlKey: true, getModifierState: (key: string) => key === "AltGraph" };
    expect(shortcutOf(press("]", altGr))).toBe("nextTurn");
  });
  test("that a control has handled runs nothing", () => {
    expect(shortcutOf(press("ArrowRight", { defaultPrevented: true }))).toBeNull();
  });
});
