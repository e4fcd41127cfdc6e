"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { Modal } from "@/components/modal";
import { SecretModal } from "@/components/secret-modal";
import { useAction } from "@/components/use-action";
import { useWebhookForm, type WebhookBody, WebhookForm } from "./webhook-form";

export function NewWebhook() {
  const t = useTranslations("webhooks.create");
  const [opened, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, run } = useAction();
  const form = useWebhookForm();
  const send = async (body: WebhookBody) => {
    const result = await run(() => api.post("/v1/webhooks", { body }), { form });
    if (!result.ok) return;
    close();
    form.reset();
    setSecret(result.data.secret ?? null);
  };
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("action")} centered>
        <WebhookForm form={form} busy={busy} onCancel={close} onSend={send}>
          {t("action")}
        </WebhookForm>
      </Modal>
      <SecretModal kind="secret" secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
