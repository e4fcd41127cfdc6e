"use client";

import { useMantineColorScheme } from "@mantine/core";
import type { SpotlightActionData } from "@mantine/spotlight";
import { IconBook, IconKeyboard, IconLogout, IconMoon, IconSwitchHorizontal } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/platform/context";
import { PALETTE_ICON } from "./palette-icon";
import { useSignOut } from "./use-sign-out";
import { useSwitchScope } from "./use-switch-scope";

/** The commands of the palette. */
export function useCommandActions(
  environment: Environment,
  go: (href: string) => Promise<void>,
  showShortcuts: () => void,
): SpotlightActionData[] {
  const t = useTranslations();
  const { toggleColorScheme } = useMantineColorScheme();
  const { open } = useSwitchScope();
  const signOut = useSignOut();
  const otherEnvironment = environment === "live" ? "test" : "live";
  return [
    {
      id: "environment",
      label: t(`shell.palette.switchTo.${otherEnvironment}`),
      description: t("shell.palette.switchHelp"),
      leftSection: <IconSwitchHorizontal {...PALETTE_ICON} />,
      onClick: () => void open({ environment: otherEnvironment }),
    },
    {
      id: "scheme",
      label: t("common.colorScheme"),
      leftSection: <IconMoon {...PALETTE_ICON} />,
      onClick: toggleColorScheme,
    },
    {
      id: "shortcuts",
      label: t("shell.shortcuts.title"),
      leftSection: <IconKeyboard {...PALETTE_ICON} />,
      onClick: showShortcuts,
    },
    {
      id: "docs",
      label: t("common.publicBar.reference"),
      leftSection: <IconBook {...PALETTE_ICON} />,
      onClick: () => void go("/docs"),
    },
    {
      id: "sign-out",
      label: t("shell.account.signOut"),
      leftSection: <IconLogout {...PALETTE_ICON} />,
      onClick: () => void signOut(),
    },
  ];
}
