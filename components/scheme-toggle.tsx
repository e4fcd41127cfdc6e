"use client";

import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import classes from "./scheme-toggle.module.css";

/** Light or dark; the browser's own choice until one is made. Both signs are there, and the scheme's style shows one. */
export function SchemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Switch between light and dark"
      onClick={toggleColorScheme}
    >
      <IconSun size={18} stroke={1.6} className={classes.light} aria-hidden />
      <IconMoon size={18} stroke={1.6} className={classes.dark} aria-hidden />
    </ActionIcon>
  );
}
