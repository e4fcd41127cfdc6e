"use client";

import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/copy-button";
import { Modal } from "@/components/modal";
import type { InvitationWithLink } from "@/lib/identity/invitations/schema";

type Props = { invitation: InvitationWithLink | null; onClose: () => void };

/** The link at the origin that this browser uses, which the server may not know. */
const linkAtOrigin = (link: string): string => new URL(new URL(link).pathname, window.location.origin).href;

/** Shows the link of an invitation once. */
export function LinkModal({ invitation, onClose }: Props) {
  const t = useTranslations("access.invite");
  const email = invitation?.email ?? "";
  const link = invitation?.link === undefined ? "" : linkAtOrigin(invitation.link);
  return (
    <Modal opened={invitation !== null} onClose={onClose} title={t("linkTitle")} centered size="lg">
      <Stack>
        <Text size="sm">
          {invitation?.mail === "off" ? t("linkByHand", { email }) : t("linkMailed", { email })}
        </Text>
        <Code block fz="sm" data-testid="link" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {link}
        </Code>
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} color="yellow" variant="light">
          {t("linkHelp")}
        </Alert>
        <Group justify="flex-end">
          <CopyButton value={link} label={t("copy")} data-autofocus />
          <Button onClick={onClose}>{t("done")}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
