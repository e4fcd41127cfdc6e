"use client";

import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { CopyButton } from "@/components/copy-button";
import type { InvitationWithLink } from "@/lib/identity/invitations/schema";

type Props = { invitation: InvitationWithLink | null; onClose: () => void };

/** The same path at the address that this browser uses, which the server may not know. */
const linkHere = (link: string): string => new URL(new URL(link).pathname, window.location.origin).href;

/** Shows the link of an invitation, this once. */
export function LinkModal({ invitation, onClose }: Props) {
  const link = invitation?.link === undefined ? "" : linkHere(invitation.link);
  return (
    <Modal opened={invitation !== null} onClose={onClose} title="Invitation" centered size="lg">
      <Stack>
        <Text size="sm">
          {invitation?.mail === "off"
            ? `No mail server is set: give this link to ${invitation.email} yourself.`
            : `The link is on its way to ${invitation?.email}. You can also give it yourself.`}
        </Text>
        <Code block fz="sm" data-testid="link" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {link}
        </Code>
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} color="yellow" variant="light">
          It lets one person in, within 7 days, and is shown only now.
        </Alert>
        <Group justify="flex-end">
          <CopyButton value={link} label="Copy the link" data-autofocus />
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
