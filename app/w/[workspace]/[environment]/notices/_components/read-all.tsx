"use client";

import { Button } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";

export function ReadAll() {
  const t = useTranslations("notices.readAll");
  const { busy, run } = useAction();
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconChecks size={16} aria-hidden />}
      onClick={() => run(() => api.post("/v1/notices/read"), { done: t("done") })}
    >
      {t("action")}
    </Button>
  );
}
