"use client";

import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { SECTIONS, type SectionId } from "./agent-form";

type Props = {
  id: SectionId;
  description?: ReactNode;
  atOnce?: boolean;
  /** Why it cannot be edited, if so. */
  locked?: string | null;
  disabled: boolean;
  children: ReactNode;
};

/** One part of the builder, which says when its changes act. */
export function Section({ id, description, atOnce = false, locked = null, disabled, children }: Props) {
  const title = SECTIONS.find((section) => section.id === id)?.title;
  return (
    <Paper withBorder p="lg" component="section" id={id} aria-labelledby={`${id}-title`}>
      <Group justify="space-between" mb={description ? 4 : "md"}>
        <Title order={2} fz={17} id={`${id}-title`} tabIndex={-1}>
          {title}
        </Title>
        <Badge color={atOnce ? "orange" : "gray"} tt="none">
          {atOnce ? "Acts at once" : "Waits for deploy"}
        </Badge>
      </Group>
      {description && (
        <Text size="sm" c="dimmed" mb="md">
          {description}
        </Text>
      )}
      {locked !== null && (
        <Text size="sm" mb="md">
          {locked}
        </Text>
      )}
      <fieldset
        disabled={disabled || locked !== null}
        style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
        aria-labelledby={`${id}-title`}
      >
        <Stack>{children}</Stack>
      </fieldset>
    </Paper>
  );
}
