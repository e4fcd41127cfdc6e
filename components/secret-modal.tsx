"use client";

import { Alert, Button, Code, Group, Modal, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { CopyButton } from "@/components/copy-button";

type Props = {
  secret: string | null;
  /** `key` or `secret`. */
  kind: string;
  onClose: () => void;
};

/** Shows a secret's text, this once. It is closed by its button alone, so that a slip does not lose it. */
export function SecretModal({ secret, kind, onClose }: Props) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={`Your ${kind}`}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} color="yellow" variant="light">
          This is shown only now. Keep it on a server, in a place for secrets.
        </Alert>
        <Code block fz="sm" data-testid="secret" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret ?? ""} label={`Copy the ${kind}`} data-autofocus />
          <Button onClick={onClose}>I have kept it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
