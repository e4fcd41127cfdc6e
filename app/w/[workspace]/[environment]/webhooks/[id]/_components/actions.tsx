"use client";

import { Button, Group, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useScopedRouter } from "@/components/use-scoped-router";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { SecretModal } from "@/components/secret-modal";
import { useAction } from "@/components/use-action";
import type { Webhook } from "@/lib/data/webhooks/schema";
import { useWebhookForm, type WebhookBody, WebhookForm } from "../../_components/webhook-form";
import { ReplayTime } from "./replay-time";

function Change({ webhook }: { webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  const form = useWebhookForm(webhook);
  const send = async (body: WebhookBody) => {
    const result = await run(() => api.patch("/v1/webhooks/:id", { params: { id: webhook.id }, body }), {
      form,
      done: "The webhook is changed.",
    });
    if (result.ok) close();
  };
  return (
    <>
      <Button onClick={open}>Change</Button>
      <Modal opened={opened} onClose={close} title="Change the webhook" centered>
        <WebhookForm form={form} busy={busy} onCancel={close} onSend={send}>
          Save
        </WebhookForm>
      </Modal>
    </>
  );
}

/** Actions on an endpoint. */
export function Actions({ webhook }: { webhook: Webhook }) {
  const { id, enabled, updated_at } = webhook;
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const result = await run(() => api.post("/v1/webhooks/:id/rotate", { params: { id } }));
    if (result.ok) setSecret(result.data.secret ?? null);
  };
  const remove = async () => {
    const result = await run(() => api.delete("/v1/webhooks/:id", { params: { id } }), {
      done: "The webhook is deleted.",
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
            done: "A test event is on its way.",
          })
        }
      >
        Send a test
      </Button>
      <ReplayTime id={id} enabled={enabled} />
      <ConfirmButton
        confirmColor="teal"
        title="Rotate the secret?"
        message="There will be a new secret, which is shown once. For a day messages bear a signature of the former one too."
        confirm="Rotate it"
        onConfirm={rotate}
      >
        Rotate the secret
      </ConfirmButton>
      <ConfirmButton
        title="Delete this webhook?"
        message="Nothing is sent to it any more. Its secret and the log of its deliveries are deleted."
        confirm="Delete it"
        onConfirm={remove}
      >
        Delete
      </ConfirmButton>
      <Change key={updated_at} webhook={webhook} />
      <SecretModal kind="secret" secret={secret} onClose={() => setSecret(null)} />
    </Group>
  );
}
