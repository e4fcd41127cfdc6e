"use client";

import { Button, Group, Text } from "@mantine/core";
import { useAddress } from "./use-address";

type Props = {
  /** Where the next page begins; null on the last. */
  next: string | null;
  total?: number | undefined;
};

/** The way to the pages before and after; nothing where there is one alone. */
export function Pager({ next, total }: Props) {
  const address = useAddress();
  const isFirst = address.get("cursor") === null;
  if (isFirst && next === null) return null;
  return (
    <Group justify="space-between" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed">
        {total === undefined ? "" : `${total.toLocaleString("en")} in all`}
      </Text>
      <Group gap="xs">
        <Button variant="default" disabled={isFirst} onClick={() => address.previous()}>
          Previous
        </Button>
        <Button
          variant="default"
          disabled={next === null}
          loading={address.busy}
          onClick={() => next !== null && address.next(next)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
