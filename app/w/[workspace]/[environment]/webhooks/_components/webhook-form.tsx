"use client";

import { Checkbox, MultiSelect, Stack, Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { FormButtons } from "@/components/form-buttons";
import { useBodyForm } from "@/components/use-body-form";
import type { CreateWebhook } from "@/lib/data/webhooks/schema";
import { EVENT_KINDS } from "@/lib/data/webhooks/values";

type Values = { url: string; description: string; all: boolean; events: string[]; enabled: boolean };
type WebhookFields = Pick<Values, "url" | "description" | "events" | "enabled">;
/** Fields of the request body. */
export type WebhookBody = z.input<typeof CreateWebhook>;

const NEW: WebhookFields = {
  url: "",
  description: "",
  events: ["call.ended", "call.settled"],
  enabled: true,
};
/** Test events are sent with a button, to any webhook. */
const CHOICES = EVENT_KINDS.filter((kind) => kind !== "webhook.test");

export function webhookValuesOf({ url, description, events, enabled }: WebhookFields): Values {
  const all = events.includes("*");
  return { url, description, enabled, all, events: all ? [] : events };
}

/** The form of a webhook, for the dialogs that create and edit one. */
export function useWebhookForm(fields: WebhookFields = NEW) {
  const t = useTranslations("webhooks.form");
  return useBodyForm<typeof CreateWebhook, Values>({
    loadSchema: async () => (await import("@/lib/data/webhooks/schema")).CreateWebhook,
    initialValues: webhookValuesOf(fields),
    bodyOf,
    problemsOf: (values) => ({
      url: /^https?:\/\/\S+$/.test(values.url.trim()) ? null : t("urlMissing"),
    }),
  });
}

const bodyOf = ({ url, description, all, events, enabled }: Values) => ({
  url: url.trim(),
  description,
  events: all ? ["*"] : events,
  enabled,
});

type Props = {
  form: ReturnType<typeof useWebhookForm>;
  busy: boolean;
  onCancel: () => void;
  onSend: (body: WebhookBody) => Promise<void>;
  /** Label of the submit button. */
  children: string;
};

export function WebhookForm({ form, busy, onCancel, onSend, children }: Props) {
  const t = useTranslations("webhooks.form");
  const tTable = useTranslations("webhooks.table");
  return (
    <form onSubmit={form.onSend(onSend)} noValidate>
      <Stack>
        <TextInput
          label={tTable("url")}
          description={t("urlHelp")}
          placeholder={t("urlExample")}
          type="url"
          data-autofocus
          maxLength={2_000}
          {...form.getInputProps("url")}
        />
        <TextInput label={t("description")} maxLength={500} {...form.getInputProps("description")} />
        <Checkbox label={t("allEvents")} {...form.getInputProps("all", { type: "checkbox" })} />
        {!form.values.all && (
          <MultiSelect label={t("events")} data={CHOICES} searchable {...form.getInputProps("events")} />
        )}
        <Switch label={t("enabled")} {...form.getInputProps("enabled", { type: "checkbox" })} />
        <FormButtons onCancel={onCancel} busy={busy} mt="sm">
          {children}
        </FormButtons>
      </Stack>
    </form>
  );
}
