"use client";

import { Avatar, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconBook, IconDeviceLaptop, IconLogout, IconSelector, IconUserCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { signOut } from "@/components/sign-in-client";
import { mayLeave } from "@/components/unsaved-guard";
import classes from "./shell.module.css";

/** Signs out and loads the sign-in page as a new document, so that nothing of the session stays in memory. */
export function useSignOut(): () => Promise<void> {
  const t = useTranslations("shell.account");
  return async () => {
    if (!(await mayLeave())) return;
    if (await signOut()) window.location.assign("/sign-in");
    else notifications.show({ message: t("signOutFailed"), color: "red", role: "alert" });
  };
}

export function PersonMenu({ person }: { person: { name: string; email: string } }) {
  const t = useTranslations();
  const leave = useSignOut();
  return (
    <Menu position="top-start" width="target">
      <Menu.Target>
        <UnstyledButton
          className={`${classes.workspace} ${classes.pressable}`}
          aria-label={t("shell.account.label", { name: person.name })}
        >
          <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
            <Avatar name={person.name} color="gray" size={32} radius="xl" aria-hidden />
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500} truncate>
                {person.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {person.email}
              </Text>
            </div>
          </Group>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          href="/settings/account"
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          {t("shell.page.account")}
        </Menu.Item>
        <Menu.Item
          component={Link}
          href="/settings/sessions"
          leftSection={<IconDeviceLaptop size={16} aria-hidden />}
        >
          {t("shell.page.sessions")}
        </Menu.Item>
        <Menu.Item component={Link} href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          {t("common.publicBar.reference")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
          {t("shell.account.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
