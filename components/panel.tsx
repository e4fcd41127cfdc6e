"use client";

import { Group, Paper, Title } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  title: string;
  children: ReactNode;
  /** At the right of the heading: what one does here. */
  actions?: ReactNode;
};

/** A box on a page, under its own heading. */
export function Panel({ title, children, actions }: Props) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} fz="sm">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  );
}
