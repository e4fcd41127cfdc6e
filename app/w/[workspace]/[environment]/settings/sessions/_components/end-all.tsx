"use client";

import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";

export function EndAll() {
  const t = useTranslations("account.sessions");
  const { run } = useAction();
  return (
    <ConfirmButton
      title={t("endAllTitle")}
      message={t("endAllHelp")}
      confirm={t("endAll")}
      onConfirm={async () => {
        const result = await run(() => api.delete("/v1/sessions"), { refresh: false });
        if (result.ok) window.location.assign("/sign-in");
      }}
    >
      {t("endAll")}
    </ConfirmButton>
  );
}
