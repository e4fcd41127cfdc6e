"use client";

import { Avatar, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/platform/context";
import classes from "./shell.module.css";
import { useSwitchScope } from "./use-switch-scope";

type Workspace = { id: string; name: string; role: Role };

/** The page's workspace, and a menu of the person's others. */
export function WorkspaceMenu({ workspace, workspaces }: { workspace: Workspace; workspaces: Workspace[] }) {
  const t = useTranslations("shell.workspace");
  const { busy, open } = useSwitchScope();
  const name = (
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
  if (workspaces.length === 1) return <div className={classes.workspace}>{name}</div>;
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton
          className={`${classes.workspace} ${classes.pressable}`}
          disabled={busy}
          aria-label={t("label", { name: workspace.name })}
        >
          {name}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={workspace.id} onChange={(id) => void open({ workspaceId: id })}>
          {workspaces.map(({ id, name: label }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
