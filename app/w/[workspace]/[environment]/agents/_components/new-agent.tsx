"use client";

import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { DialogButton } from "@/components/dialog-button";

const loadForm = async () => (await import("./new-agent-form")).NewAgentForm;

/** Creates an agent. With `?new=true` in the address, the dialog is open. */
export function NewAgent() {
  const t = useTranslations("agents.create");
  return (
    <DialogButton
      title={t("title")}
      load={loadForm}
      size="lg"
      leftSection={<IconPlus size={16} aria-hidden />}
      parameter="new"
    >
      {t("title")}
    </DialogButton>
  );
}
