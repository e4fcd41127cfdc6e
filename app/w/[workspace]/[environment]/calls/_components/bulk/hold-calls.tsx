"use client";

import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { BulkDialog } from "@/components/bulk/bulk-dialog";
import { BulkForm } from "@/components/bulk/bulk-form";
import type { StartBulk } from "@/components/bulk/use-bulk";
import { FewLines } from "@/components/few-lines";
import type { CallRow } from "../call-row";

const MAX_REASON = 1_000;

type Props = { rows: readonly CallRow[]; start: StartBulk<CallRow> };

function Fields({ rows, start, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("calls");
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (reason) => (reason.trim() === "" ? t("hold.reasonMissing") : null) },
  });
  const place = form.onSubmit((body) => {
    onDone();
    return start({
      work: ({ id }) => api.put("/v1/calls/:id/legal-hold", { params: { id }, body }),
      done: (count) => t("bulk.held", { count }),
    });
  });
  const heldCount = rows.filter((row) => row.is_held).length;
  return (
    <BulkForm onSubmit={place} onCancel={onDone} action={t("bulk.hold", { count: rows.length })}>
      <Text size="sm">{t("hold.placeHelp.calls")}</Text>
      {heldCount > 0 && <Text size="sm">{t("bulk.alreadyHeld", { count: heldCount })}</Text>}
      <FewLines
        label={t("hold.reason")}
        description={t("hold.reasonHelp")}
        placeholder={t("hold.reasonExample")}
        maxLength={MAX_REASON}
        data-autofocus
        {...form.getInputProps("reason")}
      />
    </BulkForm>
  );
}

/** Places the selected calls under a legal hold. */
export function HoldCalls(props: Props) {
  const t = useTranslations("calls.hold");
  return (
    <BulkDialog label={t("place")} title={t("title")}>
      {(close) => <Fields {...props} onDone={close} />}
    </BulkDialog>
  );
}
