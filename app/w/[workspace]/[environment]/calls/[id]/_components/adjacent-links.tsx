"use client";

import { ActionIcon, Group, Kbd, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Link } from "@/components/link";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { AdjacentCalls } from "../adjacent-calls";

/** Elements in which the keys have another meaning. */
const BUSY =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=combobox]";

const KEYS: Readonly<Record<string, keyof AdjacentCalls>> = {
  ArrowLeft: "previous",
  k: "previous",
  ArrowRight: "next",
  j: "next",
};

/** Links and keyboard shortcuts to the previous and the next call of the list. */
export function AdjacentLinks({ adjacent, query }: { adjacent: AdjacentCalls; query: string }) {
  const t = useTranslations("calls.adjacent");
  const router = useScopedRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(BUSY) !== null) return;
      const direction = KEYS[key];
      const id = direction && adjacent[direction];
      if (id) router.push(`/calls/${id}${query}`);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [adjacent, query, router]);
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
      <Text size="xs" c="dimmed" component="span" visibleFrom="sm">
        {t.rich("keys", { kbd: (key) => <Kbd size="xs">{key}</Kbd> })}
      </Text>
    </Group>
  );
}
