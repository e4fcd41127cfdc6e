"use client";

import type { SpotlightActionData } from "@mantine/spotlight";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/platform/context/roles";
import { creationCommandsFor } from "./creation-commands";
import { PALETTE_ICON } from "./palette-icon";

/** The commands of the palette that create a record or invite a member. */
export function useCreationActions(role: Role, go: (href: string) => Promise<void>): SpotlightActionData[] {
  const t = useTranslations("shell.palette");
  return creationCommandsFor(role).map(({ id, href, icon: Icon }) => ({
    id: href,
    label: t(`create.${id}`),
    keywords: t(`createKeywords.${id}`),
    leftSection: <Icon {...PALETTE_ICON} />,
    onClick: () => void go(href),
  }));
}
