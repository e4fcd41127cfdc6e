"use client";

import { UnstyledButton } from "@mantine/core";
import type { KeyboardEvent } from "react";
import classes from "./call.module.css";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;
const NAMES: Readonly<Record<string, string>> = { "*": "Star", "#": "Pound" };

/** The keys of a telephone; the keyboard's own work too while one of them has the focus. */
export function Keypad({ onPress }: { onPress: (key: string) => void }) {
  const type = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey || !(KEYS as readonly string[]).includes(key)) return;
    onPress(key);
  };
  return (
    <fieldset className={classes.keypad} aria-label="Keypad" onKeyDown={type}>
      {KEYS.map((key) => (
        <UnstyledButton
          key={key}
          className={classes.key ?? ""}
          aria-label={NAMES[key] ?? key}
          onClick={() => onPress(key)}
        >
          {key}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
