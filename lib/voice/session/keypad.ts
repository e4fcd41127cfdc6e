import type { Expectation } from "@/lib/agents/providers/schema";
import type { Words } from "./call-state-machine";
import { completeKeys, KEYS, pressKey } from "./dtmf";

type Options = {
  expectation(): Expectation;
  nowMs(): number;
  /** A key was pressed: the agent stops speaking. */
  pressed(): void;
  /** Further keys can follow; call `complete` if none does. */
  wait(): void;
  /** The typed answer, or null. */
  typed(words: Words | null): void;
};

/** Combines pressed keys to an answer. */
export function createKeypad(options: Options): { press(key: string): void; complete(): void } {
  let keys = "";
  let startMs = 0;
  const answer = (text: string | null) => {
    keys = "";
    options.typed(text === null || text === "" ? null : { text, startMs, endMs: options.nowMs() });
  };
  return {
    press(key) {
      if (!KEYS.test(key)) return;
      options.pressed();
      if (keys === "") startMs = options.nowMs();
      const next = pressKey(keys, key, options.expectation());
      keys = next.keys;
      if (next.text !== null || keys === "") answer(next.text);
      else options.wait();
    },
    complete: () => answer(completeKeys(keys, options.expectation())),
  };
}
