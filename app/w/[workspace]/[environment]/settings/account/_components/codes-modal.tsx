"use client";

import { Alert, Button, Code, Group, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/copy-button";
import { Modal } from "@/components/modal";

/** Shows recovery codes once. Only its button closes it, so that an accidental click does not lose them. */
export function CodesModal({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const t = useTranslations("account.codes");
  const text = codes?.join("\n") ?? "";
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title={t("title")}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} color="yellow" variant="light">
          {t("help")}
        </Alert>
        <Code block fz="sm" data-testid="codes">
          {text}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={text} label={t("copy")} data-autofocus />
          <Button onClick={onClose}>{t("done")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
