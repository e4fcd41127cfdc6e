"use client";

import { Button, Group, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
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
import { ReplayTime } from "./replay-time";

function Change({ webhook: current }: { webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  // The page can refresh while the form is open: the form stays with the webhook that it shows.
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
      webhook.revision,
      (ifMatch) => api.patch("/v1/webhooks/:id", { params, body, ifMatch }),
      { form, done: "The webhook is changed." },
    );
    if (saved !== null) close();
  };
  return (
    <>
      <Button onClick={start}>Change</Button>
      {conditional.conflictDialog}
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
      <Change webhook={webhook} />
      <SecretModal kind="secret" secret={secret} onClose={() => setSecret(null)} />
    </Group>
  );
}
