"use client";

import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Modal } from "@/components/modal";
import { SecretModal } from "@/components/secret-modal";
import { useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Webhook } from "@/lib/data/webhooks/schema";
import {
  useWebhookForm,
  type WebhookBody,
  WebhookForm,
  webhookValuesOf,
} from "../../_components/webhook-form";
import { ReplayEvents } from "./replay-events";

function Edit({ webhook: current }: { webhook: Webhook }) {
  const t = useTranslations("webhooks.edit");
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  // The page can refresh while the form is open. The form keeps the webhook that it shows.
  const [webhook, setWebhook] = useState(current);
  const form = useWebhookForm(current);
  const show = (latest: Webhook) => {
    setWebhook(latest);
    form.setValues(webhookValuesOf(latest));
    form.clearErrors();
  };
  const start = () => {
    show(current);
    open();
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
    if (saved !== null) close();
  };
  return (
    <>
      <Button onClick={start}>{t("action")}</Button>
      {conditional.conflictDialog}
      <Modal opened={opened} onClose={close} title={t("title")} centered>
        <WebhookForm form={form} busy={busy} onCancel={close} onSend={send}>
          {t("save")}
        </WebhookForm>
      </Modal>
    </>
  );
}

/** Actions on a webhook. */
export function Actions({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const { id, enabled } = webhook;
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const result = await run(() => api.post("/v1/webhooks/:id/rotate", { params: { id } }));
    if (result.ok) setSecret(result.data.secret ?? null);
  };
  const remove = async () => {
    const result = await run(() => api.delete("/v1/webhooks/:id", { params: { id } }), {
      done: t("remove.done"),
      refresh: false,
    });
    if (result.ok) router.push("/webhooks");
  };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        disabled={!enabled}
        loading={busy}
        onClick={() =>
          run(() => api.post("/v1/webhooks/:id/test", { params: { id } }), {
            done: t("test.done"),
          })
        }
      >
        {t("test.action")}
      </Button>
      <ReplayEvents id={id} enabled={enabled} />
      <ConfirmButton
        confirmColor="teal"
        title={t("rotate.title")}
        message={t("rotate.description")}
        confirm={t("rotate.action")}
        onConfirm={rotate}
      >
        {t("rotate.action")}
      </ConfirmButton>
      <ConfirmButton
        title={t("remove.title")}
        message={t("remove.description")}
        confirm={t("remove.confirm")}
        onConfirm={remove}
      >
        {t("remove.action")}
      </ConfirmButton>
      <Edit webhook={webhook} />
      <SecretModal kind="secret" secret={secret} onClose={() => setSecret(null)} />
    </Group>
  );
}
