"use client";

import { Box, FileInput } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { DragEvent } from "react";
import { fileProblem, MAX_FILE_TEXT } from "./chosen-file";

type Props = {
  file: File | null;
  /** Whether to show that a file is missing. */
  isRequired: boolean;
  onChange: (file: File | null) => void;
};

/** Takes a file that is chosen or dropped. */
export function FileDrop({ file, isRequired, onChange }: Props) {
  const t = useTranslations("contacts.import");
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped !== undefined) onChange(dropped);
  };
  return (
    <Box onDragOver={(event: DragEvent) => event.preventDefault()} onDrop={drop}>
      <FileInput
        label={t("file")}
        description={t("fileHelp", { max: MAX_FILE_TEXT })}
        placeholder={t("choose")}
        leftSection={<IconUpload size={16} aria-hidden />}
        accept=".csv,.json,text/csv,application/json"
        clearable
        clearButtonProps={{ "aria-label": t("clear") }}
        value={file}
        onChange={onChange}
        error={isRequired || file !== null ? fileProblem(t, file) : null}
      />
    </Box>
  );
}
