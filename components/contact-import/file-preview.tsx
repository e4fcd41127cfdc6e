"use client";

import { Group, Loader, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ImportPreview } from "@/lib/outreach/imports/schema";
import { MappingTable } from "./mapping-table";
import { PreviewSummary } from "./preview-summary";

type Props = {
  preview: ImportPreview | null;
  isLoading: boolean;
  /** Variables of the campaign's agent. */
  variables: readonly string[];
  onMap: (column: string, field: string) => void;
};

/** The preview of a file: the rows that can be imported, and its columns to map. */
export function FilePreview({ preview, isLoading, variables, onMap }: Props) {
  const t = useTranslations("contacts.import");
  if (preview === null)
    return isLoading ? (
      <Group gap="xs" role="status">
        <Loader size="sm" />
        <Text size="sm" c="dimmed">
          {t("reading")}
        </Text>
      </Group>
    ) : null;
  return (
    <>
      <PreviewSummary preview={preview} />
      {preview.columns.length > 0 && <MappingTable preview={preview} variables={variables} onMap={onMap} />}
    </>
  );
}
