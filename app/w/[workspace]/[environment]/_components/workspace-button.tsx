import { Avatar, Group, Text, UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { Role } from "@/lib/platform/context";
import classes from "./shell.module.css";

export type Workspace = { id: string; name: string; role: Role };

/** The workspace's name and the person's role in it. */
export function WorkspaceName({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("shell.workspace");
  return (
    <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
      <Avatar name={workspace.name} color="teal" size={32} radius="md" aria-hidden />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} truncate>
          {workspace.name}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`role.${workspace.role}`)}
        </Text>
      </div>
    </Group>
  );
}

/** The button that opens the menu of workspaces. */
export function WorkspaceButton({
  workspace,
  ...button
}: ComponentProps<"button"> & { workspace: Workspace }) {
  const t = useTranslations("shell.workspace");
  return (
    <UnstyledButton
      {...button}
      className={`${classes.workspace} ${classes.pressable}`}
      aria-label={t("label", { name: workspace.name })}
    >
      <WorkspaceName workspace={workspace} />
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  );
}
