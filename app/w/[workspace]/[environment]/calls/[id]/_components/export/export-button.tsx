"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"button">, keyof ButtonProps>;

/** The button of the export menu. */
export function ExportButton(props: Props) {
  const t = useTranslations("calls");
  return (
    <Button {...props} variant="default" rightSection={<IconChevronDown size={15} aria-hidden />}>
      {t("export.action")}
    </Button>
  );
}
