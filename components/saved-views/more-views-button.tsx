import { Button, type ButtonProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"button">, keyof ButtonProps> & { count: number };

/** The button that opens the views that are no tabs. */
export function MoreViewsButton({ count, ...button }: Props) {
  const t = useTranslations("common.views");
  return (
    <Button {...button} variant="subtle" px="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
      {t("more", { count })}
    </Button>
  );
}
