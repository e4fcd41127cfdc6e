"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import type { Webhook } from "@/lib/data/webhooks/schema";
import {
  useWebhookForm,
  type WebhookBody,
  WebhookForm,
  webhookValuesOf,
} from "../../_components/webhook-form";

type Props = { webhook: Webhook; onDone: () => void };

/** Edits a webhook. The page can refresh while the form is open: the form keeps the webhook that it shows. */
export function EditWebhookForm({ webhook: current, onDone }: Props) {
  const t = useTranslations("webhooks.edit");
  const { busy, run } = useAction();
  const [webhook, setWebhook] = useState(current);
  const form = useWebhookForm(current);
  const show = (latest: Webhook) => {
    setWebhook(latest);
    form.setValues(webhookValuesOf(latest));
    form.clearErrors();
  };
  const params = { id: webhook.id };
  const conditional = useConditionalSave({
    run,
    noun: "webhook",
    read: () => api.get("/v1/webhooks/:id", { params }),
    onLoad: show,
  });
  const send = async (body: WebhookBody) => {
    const saved = await conditional.save(
      webhook,
      (ifMatch) => api.patch("/v1/webhooks/:id", { params, body, ifMatch }),
      { form, done: t("done") },
    );
    if (saved !== null) onDone();
  };
  return (
    <>
      {conditional.conflictDialog}
      <WebhookForm form={form} busy={busy} onCancel={onDone} onSend={send}>
        {t("save")}
      </WebhookForm>
    </>
  );
}
