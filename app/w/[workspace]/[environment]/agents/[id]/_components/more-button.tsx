"use client";

import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"button">, keyof ActionIconProps> & { loading?: boolean };

/** The button of the menu with the less frequent actions. */
export function MoreButton(props: Props) {
  const t = useTranslations("agents.actions");
  return (
    <ActionIcon {...props} variant="default" size={36} aria-label={t("more")}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}
