"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { useDialogPart } from "@/components/use-dialog-part";
import type { Key } from "@/lib/identity/keys/schema";

const loadForm = async () => (await import("./addresses-form")).AddressesForm;

/** The button and dialog that edit the IP allowlist of a key. */
export function AddressesButton({ keyRow }: { keyRow: Key }) {
  const t = useTranslations("access.keyAddresses");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  const title = t("for", { name: keyRow.name });
  return (
    <>
      <Button variant="default" size="xs" aria-label={title} {...opener}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered>
        {Part !== null && <Part keyRow={keyRow} onDone={close} />}
      </Modal>
    </>
  );
}
