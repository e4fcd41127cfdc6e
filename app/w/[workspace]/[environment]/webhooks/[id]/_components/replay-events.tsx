"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { useDialogPart } from "@/components/use-dialog-part";

const loadForm = async () => (await import("./replay-form")).ReplayForm;

/** The button and dialog that send all events of a period again. */
export function ReplayEvents({ id, enabled }: { id: string; enabled: boolean }) {
  const t = useTranslations("webhooks.replay");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  return (
    <>
      <Button variant="default" disabled={!enabled} {...opener}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("action")} centered>
        {Part !== null && <Part id={id} onDone={close} />}
      </Modal>
    </>
  );
}
