"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";

/** Copies a text and announces it, also to screen readers. `label` names the text. */
export function CopyButton({ value, label, ...props }: ButtonProps & { value: string; label?: string }) {
  const t = useTranslations("common.copy");
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => copy(value)}
      {...props}
    >
      <span aria-live="polite">{error ? t("failed") : copied ? t("done") : (label ?? t("action"))}</span>
    </Button>
  );
}
