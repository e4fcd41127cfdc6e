"use client";

import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { useWebhookForm, type WebhookBody, WebhookForm } from "./webhook-form";

type Props = { onCancel: () => void; onCreated: (secret: string | null) => void };

/** Creates a webhook. `onCreated` gets its secret, which the API returns only then. */
export function NewWebhookForm({ onCancel, onCreated }: Props) {
  const t = useTranslations("webhooks.create");
  const { busy, run } = useAction();
  const form = useWebhookForm();
  const send = async (body: WebhookBody) => {
    const result = await run(() => api.post("/v1/webhooks", { body }), { form });
    if (result.ok) onCreated(result.data.secret ?? null);
  };
  return (
    <WebhookForm form={form} busy={busy} onCancel={onCancel} onSend={send}>
      {t("action")}
    </WebhookForm>
  );
}
