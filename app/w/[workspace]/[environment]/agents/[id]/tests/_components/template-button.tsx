"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"button">, keyof ButtonProps>;

/** The button of the menu of case templates. */
export function TemplateButton(props: Props) {
  const t = useTranslations("suites.cases");
  return (
    <Button {...props} variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
      {t("fromTemplate")}
    </Button>
  );
}
