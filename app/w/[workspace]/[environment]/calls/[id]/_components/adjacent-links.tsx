"use client";

import { ActionIcon, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import type { AdjacentCalls } from "../adjacent-calls";

/** Links to the previous and the next call of the list. Their keys are in `keyboard/shortcuts.ts`. */
export function AdjacentLinks({ adjacent, query }: { adjacent: AdjacentCalls; query: string }) {
  const t = useTranslations("calls.adjacent");
  const link = (id: string | null, label: string, Icon: typeof IconChevronLeft) =>
    id === null ? (
      <ActionIcon variant="default" size="lg" disabled aria-label={label}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    ) : (
      <ActionIcon
        component={Link}
        href={`/calls/${id}${query}`}
        variant="default"
        size="lg"
        aria-label={label}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    );
  return (
    <Group gap={6} wrap="nowrap" component="nav" aria-label={t("label")}>
      {link(adjacent.previous, t("previous"), IconChevronLeft)}
      {link(adjacent.next, t("next"), IconChevronRight)}
    </Group>
  );
}
