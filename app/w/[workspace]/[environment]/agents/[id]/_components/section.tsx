"use client";

import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SectionId } from "./agent-form";

type Props = {
  id: SectionId;
  description?: ReactNode;
  /** Whether changes take effect without a deploy. */
  isImmediate?: boolean;
  /** The reason why it cannot be edited, if any. */
  locked?: string | null;
  disabled: boolean;
  children: ReactNode;
};

/** A section of the builder, with a badge for when its changes take effect. */
export function Section({ id, description, isImmediate = false, locked = null, disabled, children }: Props) {
  const t = useTranslations("agents.section");
  return (
    <Paper withBorder p="lg" component="section" id={id} aria-labelledby={`${id}-title`}>
      <Group justify="space-between" mb={description ? 4 : "md"}>
        <Title order={2} fz={17} id={`${id}-title`} tabIndex={-1}>
          {t(id)}
        </Title>
        <Badge color={isImmediate ? "orange" : "gray"}>{isImmediate ? t("immediate") : t("onDeploy")}</Badge>
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
