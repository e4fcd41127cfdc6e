"use client";

import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { DialogButton } from "@/components/dialog-button";

const loadForm = async () => (await import("./new-contact-form")).NewContactForm;

/** Creates a contact. With `?new=true` in the address, the dialog is open. */
export function NewContact() {
  const t = useTranslations("contacts.create");
  return (
    <DialogButton
      title={t("open")}
      load={loadForm}
      leftSection={<IconPlus size={16} aria-hidden />}
      parameter="new"
    >
      {t("open")}
    </DialogButton>
  );
}
