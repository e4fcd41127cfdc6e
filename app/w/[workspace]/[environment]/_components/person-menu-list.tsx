"use client";

import { Menu } from "@mantine/core";
import { IconBook, IconDeviceLaptop, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Link } from "@/components/link";
import { useOpenAtMount } from "@/components/use-requested";
import { PersonButton } from "./person-button";
import { useSignOut } from "./use-sign-out";

/** The menu of the person's account. Opens when it is loaded. */
export function PersonMenuList({ person }: { person: { name: string; email: string } }) {
  const t = useTranslations();
  const leave = useSignOut();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  return (
    <Menu position="top-start" width="target" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <PersonButton ref={button} person={person} />
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
