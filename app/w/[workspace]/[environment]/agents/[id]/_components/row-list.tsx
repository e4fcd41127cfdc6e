"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import rows from "./rows.module.css";

type Props = {
  label: string;
  /** Titles of the columns, which each field repeats in its own label. */
  head: ReactNode;
  isEmpty: boolean;
  empty?: string;
  add: string;
  /** Null if the list is full. */
  onAdd: (() => void) | null;
  /** Announces where a row was moved to. */
  announcement: string;
  children: ReactNode;
};

/** A compact list of rows that are edited in place, with the button that adds one. */
export function RowList({ label, head, isEmpty, empty, add, onAdd, announcement, children }: Props) {
  return (
    <div>
      {!isEmpty && (
        <div className={rows.head} aria-hidden>
          {head}
        </div>
      )}
      {isEmpty ? (
        <Text size="sm">{empty}</Text>
      ) : (
        <ul className={rows.list} aria-label={label}>
          {children}
        </ul>
      )}
      <Group mt="sm">
        {onAdd !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={onAdd}
          >
            {add}
          </Button>
        )}
      </Group>
      <output className={rows.announcement}>{announcement}</output>
    </div>
  );
}
