"use client";

import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { DialogButton } from "@/components/dialog-button";

const loadForm = async () => (await import("./new-export-form")).NewExportForm;

/** The button and dialog that create an export. */
export function NewExport() {
  const t = useTranslations("records.exports");
  return (
    <DialogButton title={t("action")} load={loadForm} leftSection={<IconPlus size={16} aria-hidden />}>
      {t("action")}
    </DialogButton>
  );
}
