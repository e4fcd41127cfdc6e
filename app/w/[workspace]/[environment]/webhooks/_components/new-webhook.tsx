"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Modal } from "@/components/modal";
import { SecretModal } from "@/components/secret-modal";
import { useDialogPart } from "@/components/use-dialog-part";

const loadForm = async () => (await import("./new-webhook-form")).NewWebhookForm;

/** The button and dialogs that create a webhook and show its secret. */
export function NewWebhook() {
  const t = useTranslations("webhooks.create");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  const [secret, setSecret] = useState<string | null>(null);
  const showSecret = (next: string | null) => {
    close();
    setSecret(next);
  };
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} {...opener}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("action")} centered>
        {Part !== null && <Part onCancel={close} onCreated={showSecret} />}
      </Modal>
      <SecretModal kind="secret" secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
