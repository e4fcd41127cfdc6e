"use client";

import { Button, Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Modal } from "@/components/modal";
import { SecretModal } from "@/components/secret-modal";
import { useAction } from "@/components/use-action";
import { useDialogPart } from "@/components/use-dialog-part";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Webhook } from "@/lib/data/webhooks/schema";
import { ReplayEvents } from "./replay-events";

const loadEditForm = async () => (await import("./edit-webhook-form")).EditWebhookForm;

function Edit({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks.edit");
  const { Part, opened, close, opener } = useDialogPart(loadEditForm);
  return (
    <>
      <Button {...opener}>{t("action")}</Button>
      <Modal opened={opened} onClose={close} title={t("title")} centered>
        {Part !== null && <Part webhook={webhook} onDone={close} />}
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
