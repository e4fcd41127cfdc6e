"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { saveFile } from "../save-file";

/** Saves the selected rows as a CSV file. `write` returns its content. */
export function ExportButton({ file, write }: { file: string; write: () => string }) {
  const t = useTranslations("common.selection");
  return (
    <Button size="xs" variant="default" onClick={() => saveFile(file, "text/csv", write())}>
      {t("export")}
    </Button>
  );
}
