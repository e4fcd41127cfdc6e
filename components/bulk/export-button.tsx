"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "../api";
import type { BodyOf } from "../api-types";
import { saveFile } from "../save-file";
import { useAction } from "../use-action";

type Props = {
  resource: BodyOf<"POST", "/v1/exports/selection">["resource"];
  rows: readonly { id: string }[];
};

/** Saves the selected rows as a CSV file, which the server writes and audits. */
export function ExportButton({ resource, rows }: Props) {
  const t = useTranslations("common.selection");
  const { busy, run } = useAction();
  const save = async () => {
    const body = { resource, ids: rows.map(({ id }) => id) };
    const result = await run(() => api.file("/v1/exports/selection", { body }), { refresh: false });
    if (result.ok) saveFile(result.data.name, result.data.content.type, result.data.content);
  };
  return (
    <Button size="xs" variant="default" loading={busy} onClick={save}>
      {t("export")}
    </Button>
  );
}
