"use client";

import { Anchor, Box, Group, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "./link";

type Props = {
  title: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Where this page hangs below. */
  back?: { href: string; label: string };
  /** Beside the title: a status. */
  badge?: ReactNode;
  /** At the right: what one does here. */
  actions?: ReactNode;
};

/** The top of every page: its one `h1`, what it is for, and what one does here. */
export function PageHeader({ title, description, back, badge, actions }: Props) {
  return (
    <Box component="header" mb="xl">
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
            <Title order={1} fz={24} lh={1.25} style={{ overflowWrap: "anywhere" }}>
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
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
    </Box>
  );
}
