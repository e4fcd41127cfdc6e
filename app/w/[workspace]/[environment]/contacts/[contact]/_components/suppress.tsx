"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { useDialogPart } from "@/components/use-dialog-part";
import type { Contact } from "@/lib/contacts/contacts/schema";

const loadForm = async () => (await import("./suppress-form")).SuppressForm;

/** Suppresses a contact on request, or changes the channels and the reason. */
export function Suppress({ contact, children }: { contact: Contact; children: string }) {
  const t = useTranslations("contacts.suppression");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  return (
    <>
      <Button size="xs" variant="default" {...opener}>
        {children}
      </Button>
      <Modal opened={opened} onClose={close} title={t("title")} centered>
        {Part !== null && <Part contact={contact} onDone={close} />}
      </Modal>
    </>
  );
}
