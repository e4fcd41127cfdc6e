"use client";

import { ActionIcon, Group, Kbd, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link } from "@/components/link";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Neighbours } from "../neighbours";

/** Keys typed here mean something else. */
const BUSY =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=combobox]";

const KEYS: Readonly<Record<string, keyof Neighbours>> = {
  ArrowLeft: "previous",
  k: "previous",
  ArrowRight: "next",
  j: "next",
};

/** To the calls before and after this one in the list that one came from, by pointer or by keys. */
export function NeighbourLinks({ neighbours, query }: { neighbours: Neighbours; query: string }) {
  const router = useScopedRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(BUSY) !== null) return;
      const direction = KEYS[key];
      const id = direction && neighbours[direction];
      if (id) router.push(`/calls/${id}${query}`);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [neighbours, query, router]);
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
    <Group gap={6} wrap="nowrap" component="nav" aria-label="Calls beside this one">
      {link(neighbours.previous, "Previous call", IconChevronLeft)}
      {link(neighbours.next, "Next call", IconChevronRight)}
      <Text size="xs" c="dimmed" component="span" visibleFrom="sm">
        <Kbd size="xs">k</Kbd> <Kbd size="xs">j</Kbd> or <Kbd size="xs">←</Kbd> <Kbd size="xs">→</Kbd>
      </Text>
    </Group>
  );
}
