"use client";

import { Anchor, Box, Group, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "./link";
import classes from "./page-header.module.css";

type Props = {
  title: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** The page above this one. */
  back?: { href: string; label: string };
  /** Beside the title: a status. */
  badge?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
};

/** The top of every page: its only `h1`, its purpose and its actions. */
export function PageHeader({ title, description, back, badge, actions }: Props) {
  return (
    <header className={classes.header}>
      {back && (
        <Anchor component={Link} href={back.href} size="sm" c="dimmed" mb={6} display="inline-block">
          <Group gap={6} wrap="nowrap">
            <IconArrowLeft size={15} aria-hidden /> {back.label}
          </Group>
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="md">
        <Box maw={680} miw={0}>
          <Group gap="sm">
            <Title order={1} className={classes.title ?? ""}>
              {title}
            </Title>
            {badge}
          </Group>
          {description && (
            <Text c="dimmed" size="sm" mt={6}>
              {description}
            </Text>
          )}
        </Box>
        {actions && <div className={classes.actions}>{actions}</div>}
      </Group>
    </header>
  );
}
