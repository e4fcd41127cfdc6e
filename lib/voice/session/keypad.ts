import type { Expectation } from "../providers/port";
import type { Words } from "./flow";
import { KEYS, pressKey } from "./keys";

type Given = {
  expectation(): Expectation;
  nowMs(): number;
  /** A key was pressed: whoever speaks stops. */
  pressed(): void;
  /** More keys may come; `complete` is to be called when none does. */
  wait(): void;
  /** What was typed, or nothing after all. */
  typed(words: Words | null): void;
};

/** Puts the keys that somebody presses together to what they mean. */
export function makeKeypad(given: Given): { press(key: string): void; complete(): void } {
  let keys = "";
  let startMs = 0;
  const answer = (text: string | null) => {
    keys = "";
    given.typed(text === null || text === "" ? null : { text, startMs, endMs: given.nowMs() });
  };
  return {
    press(key) {
      if (!KEYS.test(key)) return;
      given.pressed();
      if (keys === "") startMs = given.nowMs();
      const next = pressKey(keys, key, given.expectation());
      keys = next.keys;
      if (next.text !== null || keys === "") answer(next.text);
      else given.wait();
    },
    complete: () => answer(keys),
  };
}
