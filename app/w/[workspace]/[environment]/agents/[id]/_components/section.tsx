"use client";

import { Badge, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SectionId } from "./agent-form";
import classes from "./builder.module.css";

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

/** A section of a tab of the builder, with a badge for when its changes take effect. */
export function Section({ id, description, isImmediate = false, locked = null, disabled, children }: Props) {
  const t = useTranslations("agents.section");
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <Group justify="space-between" mb={description ? 4 : "sm"} wrap="nowrap">
        <Title order={2} fz={15} id={`${id}-title`} tabIndex={-1}>
          {t(id)}
        </Title>
        <Badge color={isImmediate ? "orange" : "gray"}>{isImmediate ? t("immediate") : t("onDeploy")}</Badge>
      </Group>
      {description && (
        <Text size="sm" c="dimmed" mb="md" maw={640}>
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
        className={classes.fields}
        aria-labelledby={`${id}-title`}
      >
        <Stack>{children}</Stack>
      </fieldset>
    </section>
  );
}
