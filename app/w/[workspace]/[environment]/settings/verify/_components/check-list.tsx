"use client";

import { Text, ThemeIcon } from "@mantine/core";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./check-list.module.css";

type Check = { name: string; status: "passed" | "failed" | "skipped"; title: string; text: string };

const ICONS = {
  passed: { color: "teal", Icon: IconCheck },
  failed: { color: "red", Icon: IconX },
  skipped: { color: "gray", Icon: IconMinus },
} as const;

/** Checks by name, each with its result and what that means. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const t = useTranslations("verification.files");
  return (
    <ul className={classes.checks} aria-label={t("checks")}>
      {checks.map(({ name, status, title, text }) => {
        const { color, Icon } = ICONS[status];
        return (
          <li key={name} data-status={status}>
            <ThemeIcon size={22} radius="xl" variant="light" color={color} aria-hidden>
              <Icon size={14} />
            </ThemeIcon>
            <div>
              <Text size="sm" fw={600}>
                {title} · {t(`status.${status}`)}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {text}
              </Text>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
