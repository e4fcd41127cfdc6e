"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Modal } from "@/components/modal";
import { SecretModal } from "@/components/secret-modal";
import { useDialogPart } from "@/components/use-dialog-part";
import type { Environment, Role } from "@/lib/platform/context";

const loadForm = async () => (await import("./new-key-form")).NewKeyForm;

/**
 * The button and dialogs that create an API key and show it. `roles`: the roles that the member can assign, weakest first. With
 * `?new=true` in the address, the dialog is open.
 */
export function NewKey({ roles, environment }: { roles: readonly Role[]; environment: Environment }) {
  const t = useTranslations("access");
  const { Part, opened, close, opener } = useDialogPart(loadForm, "new");
  const [secret, setSecret] = useState<string | null>(null);
  const showSecret = (next: string | null) => {
    close();
    setSecret(next);
  };
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} {...opener}>
        {t("keyCreate.action")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("keyCreate.title")} centered>
        {Part !== null && (
          <Part roles={roles} environment={environment} onCancel={close} onCreated={showSecret} />
        )}
      </Modal>
      <SecretModal kind="key" secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
