"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { BulkDialog } from "@/components/bulk/bulk-dialog";
import { TypedConfirmation } from "@/components/bulk/typed-confirmation";
import type { StartBulk } from "@/components/bulk/use-bulk";
import type { ContactRow } from "../contact-row";

type Props = { rows: readonly ContactRow[]; start: StartBulk<ContactRow> };

/** Erases the conversation data of the selected contacts. */
export function EraseContacts({ rows, start }: Props) {
  const t = useTranslations("contacts");
  /** Requests an erasure. One that a legal hold blocks counts as failed. */
  const erase = async ({ id }: ContactRow) => {
    const { blocked_by: hold } = await api.delete("/v1/contacts/:contact/data", { params: { contact: id } });
    if (hold !== null) throw new ApiError(t(`erasure.blocked.${hold}`), { code: "invalid_state" });
  };
  const title = t("bulk.erase", { count: rows.length });
  return (
    <BulkDialog label={t("erasure.action")} title={title} color="red">
      {(close) => (
        <TypedConfirmation
          word={t("bulk.eraseWord")}
          action={title}
          onCancel={close}
          onConfirm={() => {
            close();
            return start({ work: erase, done: (count) => t("bulk.erased", { count }) });
          }}
        >
          <Text size="sm">{t("bulk.eraseHelp")}</Text>
          <Text size="sm">{t("bulk.eraseKept")}</Text>
        </TypedConfirmation>
      )}
    </BulkDialog>
  );
}
