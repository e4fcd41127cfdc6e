"use client";

import { Button } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { SetUpFindings } from "./set-up-findings";
import { useSetUpCheck } from "./use-set-up-check";

type Props = {
  account: { id: string; name: string };
  size?: "xs" | "sm";
  /** Whether the button shows the name, where several stand side by side. */
  isNamed?: boolean;
};

/** Checks with an integration's provider whether calls can use it, and shows the findings. */
export function CheckSetUp({ account, size = "sm", isNamed = false }: Props) {
  const t = useTranslations("integrations.check");
  const { busy, check, shown, close } = useSetUpCheck();
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconChecklist size={16} aria-hidden />}
        aria-label={t("actionFor", { name: account.name })}
        onClick={() => check(account)}
        loading={busy}
      >
        {isNamed ? t("actionFor", { name: account.name }) : t("action")}
      </Button>
      <SetUpFindings check={shown} onClose={close} />
    </>
  );
}
