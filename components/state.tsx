import { Box, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

export type StateProps = {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step for the user. */
  action?: ReactNode;
  /** 1 where the state is the whole page. */
  order?: 1 | 2 | 3;
  role?: "alert" | "status";
};

/** The icon of a state. */
export const STATE_ICON = { size: 30, stroke: 1.5, "aria-hidden": true } as const;

/** A text in place of the content of a page or a list. */
export function State({ icon, title, children, action, order = 2, role }: StateProps) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center" role={role}>
      <Box c="dimmed" mb={4}>
        {icon}
      </Box>
      <Title order={order} fz={18}>
        {title}
      </Title>
      {children && (
        <Text component="div" size="sm" c="dimmed" maw={440}>
          {children}
        </Text>
      )}
      {action && <Box mt="sm">{action}</Box>}
    </Stack>
  );
}
