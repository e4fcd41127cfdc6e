"use client";

import { Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FormButtons } from "@/components/form-buttons";
import { TrunkOrderInput, trunkFieldOf } from "@/components/trunk-order-input";
import type { ActionMessages } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { OutboundRoute } from "@/lib/outreach/outbound-routes/schema";
import type { Choices } from "./choices";
import { fieldOf } from "./inbound-values";

type Props = {
  /** The route to change; null for a new one. */
  route: OutboundRoute | null;
  choices: Choices;
  busy: boolean;
  onSave: (route: OutboundRoute, messages: ActionMessages) => Promise<void>;
  onCancel: () => void;
};

/** The form of an outbound route. */
export function OutboundForm({ route, choices, busy, onSave, onCancel }: Props) {
  const t = useTranslations("routes.form");
  const form = useBodyForm<typeof OutboundRoute, OutboundRoute>({
    loadSchema: async () => (await import("@/lib/outreach/outbound-routes/schema")).OutboundRoute,
    initialValues: { prefix: route?.prefix ?? "", trunk_ids: [...(route?.trunk_ids ?? [])] },
    bodyOf: ({ prefix, trunk_ids }) => ({ prefix: prefix.trim(), trunk_ids }),
    problemsOf: ({ prefix, trunk_ids: trunkIds }) => ({
      prefix: prefix.trim() === "" ? t("prefixMissing") : null,
      trunk_ids: trunkIds.length === 0 ? t("trunksMissing") : null,
    }),
    fieldOf: (path) => trunkFieldOf(fieldOf(path)),
  });
  const save = form.onSend((body) =>
    onSave(body, { form: form.messages, done: t("saved", { name: body.prefix }) }),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          label={t("prefix")}
          description={t("prefixHelp")}
          placeholder="+49"
          maxLength={16}
          inputMode="tel"
          data-autofocus
          {...form.getInputProps("prefix")}
        />
        <TrunkOrderInput label={t("trunks")} trunks={choices.trunks} {...form.getInputProps("trunk_ids")} />
        <FormButtons onCancel={onCancel} busy={busy}>
          {t("save")}
        </FormButtons>
      </Stack>
    </form>
  );
}
