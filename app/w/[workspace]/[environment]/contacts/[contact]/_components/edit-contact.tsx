"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { useDialogPart } from "@/components/use-dialog-part";
import type { Contact } from "@/lib/contacts/contacts/schema";

const loadForm = async () => (await import("./edit-contact-form")).EditContactForm;

/** Edits the name, time zone and attributes of a contact. */
export function EditContact({ contact }: { contact: Contact }) {
  const t = useTranslations("contacts.edit");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  return (
    <>
      <Button size="xs" variant="default" {...opener}>
        {t("open")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("title")} centered>
        {Part !== null && <Part contact={contact} onDone={close} />}
      </Modal>
    </>
  );
}
