"use client";

import { Alert, Button, Code, Group, Modal, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { CopyButton } from "@/components/copy-button";

/** Shows recovery codes, this once. It is closed by its button alone, so that a slip does not lose them. */
export function CodesModal({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const text = codes?.join("\n") ?? "";
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title="Your recovery codes"
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} color="yellow" variant="light">
          They are shown only now. Each opens your account once, in place of a code of your app: keep them
          where you keep nothing else of it.
        </Alert>
        <Code block fz="sm" data-testid="codes">
          {text}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={text} label="Copy the codes" data-autofocus />
          <Button onClick={onClose}>I have kept them</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
