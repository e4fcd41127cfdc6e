"use client";

import { Radio, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { CreateExport } from "@/lib/data/exports/schema";

const DAY_MS = 86_400_000;
const RESOURCES = ["calls", "variables", "contacts", "audit"] as const;
/** Periods in days. */
const PERIODS = ["all", "1", "7", "30", "90"] as const;

type Values = Pick<CreateExport, "resource" | "format"> & { days: string };

function bodyOf({ days, ...values }: Values) {
  const isBounded = days !== "all" && values.resource !== "contacts";
  const filters = isBounded
    ? { created_after: new Date(Date.now() - Number(days) * DAY_MS).toISOString() }
    : {};
  return { ...values, filters };
}

/** Creates an export of records. `onDone` closes its dialog. */
export function NewExportForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations("records.exports");
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateExport, Values>({
    loadSchema: async () => (await import("@/lib/data/exports/schema")).CreateExport,
    initialValues: { resource: "calls", format: "csv", days: "30" },
    bodyOf,
  });
  const { resource } = form.values;
  const send = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/exports", { body }), {
      form,
      done: t("done"),
    });
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ChoiceSelect
          label={t("records")}
          data={RESOURCES.map((value) => ({ value, label: t(`resource.${value}`) }))}
          data-autofocus
          {...form.getInputProps("resource")}
        />
        {resource !== "contacts" && (
          <ChoiceSelect
            label={t("period")}
            data={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
            {...form.getInputProps("days")}
          />
        )}
        <Radio.Group label={t("format")} {...form.getInputProps("format")}>
          <Stack gap="xs" mt={6}>
            <Radio value="csv" label={t("formats.csv")} description={t("csvHelp")} />
            <Radio
              value="jsonl"
              label={t("formats.jsonl")}
              description={t(`jsonlHelp.${resource === "calls" ? "calls" : "records"}`)}
            />
          </Stack>
        </Radio.Group>
        <FormButtons onCancel={onDone} busy={busy} mt="sm">
          {t("create")}
        </FormButtons>
      </Stack>
    </form>
  );
}
