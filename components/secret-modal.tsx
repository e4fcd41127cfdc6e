"use client";

import { Alert, Button, Code, Group, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/copy-button";
import { Modal } from "./modal";

type Props = {
  secret: string | null;
  kind: "key" | "secret";
  onClose: () => void;
};

/** Shows a secret once. Only its button closes it, so that an accidental click does not lose the secret. */
export function SecretModal({ secret, kind, onClose }: Props) {
  const t = useTranslations("common.secret");
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t(`title.${kind}`)}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} color="yellow" variant="light">
          {t("warning")}
        </Alert>
        <Code block fz="sm" data-testid="secret" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret ?? ""} label={t(`copy.${kind}`)} data-autofocus />
          <Button onClick={onClose}>{t("done")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
