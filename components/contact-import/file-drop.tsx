"use client";

import { Box, FileInput } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
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
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped !== undefined) onChange(dropped);
  };
  return (
    <Box onDragOver={(event: DragEvent) => event.preventDefault()} onDrop={drop}>
      <FileInput
        label="File"
        description={`CSV with a header in its first row, or a JSON array; at most ${MAX_FILE_TEXT}.`}
        placeholder="Choose a file or drop it here"
        leftSection={<IconUpload size={16} aria-hidden />}
        accept=".csv,.json,text/csv,application/json"
        clearable
        clearButtonProps={{ "aria-label": "Remove the file" }}
        value={file}
        onChange={onChange}
        error={isRequired || file !== null ? fileProblem(file) : null}
      />
    </Box>
  );
}
