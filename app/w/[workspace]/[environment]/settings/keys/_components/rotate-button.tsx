"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { useDialogPart } from "@/components/use-dialog-part";

const loadForm = async () => (await import("./rotate-form")).RotateForm;

type Props = { name: string; onRotate: (overlapMinutes: number) => Promise<void> };

/** The button and dialog that rotate a key. */
export function RotateButton({ name, onRotate }: Props) {
  const t = useTranslations("access.keyRotate");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  return (
    <>
      <Button variant="default" size="xs" aria-label={t("of", { name })} {...opener}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("title", { name })} centered>
        {Part !== null && <Part onRotate={onRotate} onDone={close} />}
      </Modal>
    </>
  );
}
