"use client";

import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "./api";
import { FewLines } from "./few-lines";
import { FormButtons } from "./form-buttons";
import { useAction } from "./use-action";
import { useBodyForm } from "./use-body-form";

export type HoldTarget = { kind: "contacts" | "calls"; id: string; reason: string | null };

const placeHold = ({ kind, id }: HoldTarget, body: { reason: string }) =>
  kind === "contacts"
    ? api.put("/v1/contacts/:contact/legal-hold", { params: { contact: id }, body })
    : api.put("/v1/calls/:id/legal-hold", { params: { id }, body });

/** The form of a legal hold. */
export function LegalHoldForm({ of, onDone }: { of: HoldTarget; onDone: () => void }) {
  const t = useTranslations("calls.hold");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/calls/calls/schema")).HoldCall,
    initialValues: { reason: of.reason ?? "" },
    bodyOf: (values) => values,
    problemsOf: ({ reason }) => ({ reason: reason.trim() === "" ? t("reasonMissing") : null }),
  });
  const hold = form.onSend(async (body) => {
    const result = await run<unknown>(() => placeHold(of, body), {
      done: t("placed"),
      form,
    });
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={hold} noValidate>
      <Stack>
        <Text size="sm">{t(`placeHelp.${of.kind}`)}</Text>
        <FewLines
          label={t("reason")}
          description={t("reasonHelp")}
          placeholder={t("reasonExample")}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps("reason")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          {t("place")}
        </FormButtons>
      </Stack>
    </form>
  );
}
