"use client";

import { UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import classes from "./call.module.css";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;
const NAMED_KEYS = { "*": "star", "#": "pound" } as const;

/** The keys of a telephone. Keys of the keyboard work too while one of them has the focus. */
export function Keypad({ onPress }: { onPress: (key: string) => void }) {
  const t = useTranslations("agents.call");
  const type = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey || !(KEYS as readonly string[]).includes(key)) return;
    onPress(key);
  };
  return (
    <fieldset className={classes.keypad} aria-label={t("keypad")} onKeyDown={type}>
      {KEYS.map((key) => (
        <UnstyledButton
          key={key}
          className={classes.key ?? ""}
          aria-label={key === "*" || key === "#" ? t(`keys.${NAMED_KEYS[key]}`) : key}
          onClick={() => onPress(key)}
        >
          {key}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
