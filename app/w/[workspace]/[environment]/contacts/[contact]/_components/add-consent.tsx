"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { useDialogPart } from "@/components/use-dialog-part";

const loadForm = async () => (await import("./add-consent-form")).AddConsentForm;

/** Adds an entry to a contact's consent history: consent that was given or withdrawn. */
export function AddConsent({ contactId }: { contactId: string }) {
  const t = useTranslations("contacts.history");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} {...opener}>
        {t("add")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("add")} centered>
        {Part !== null && <Part contactId={contactId} onDone={close} />}
      </Modal>
    </>
  );
}
