"use client";

import { Paper, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A box beside the conversation, under its own heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Title order={2} fz="sm" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
