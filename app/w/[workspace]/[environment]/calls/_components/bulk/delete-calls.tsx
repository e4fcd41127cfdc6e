"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { BulkDialog } from "@/components/bulk/bulk-dialog";
import { TypedConfirmation } from "@/components/bulk/typed-confirmation";
import type { StartBulk } from "@/components/bulk/use-bulk";
import type { CallRow } from "../call-row";

type Props = { rows: readonly CallRow[]; start: StartBulk<CallRow> };

/** Permanently deletes the selected calls. */
export function DeleteCalls({ rows, start }: Props) {
  const t = useTranslations("calls");
  const remove = () =>
    start({
      work: ({ id }) => api.delete("/v1/calls/:id", { params: { id } }),
      done: (count) => t("bulk.deleted", { count }),
    });
  const title = t("bulk.delete", { count: rows.length });
  return (
    <BulkDialog label={t("review.delete")} title={title} color="red">
      {(close) => (
        <TypedConfirmation
          word={t("bulk.deleteWord")}
          action={title}
          onCancel={close}
          onConfirm={() => {
            close();
            return remove();
          }}
        >
          <Text size="sm">{t("bulk.deleteHelp")}</Text>
        </TypedConfirmation>
      )}
    </BulkDialog>
  );
}
