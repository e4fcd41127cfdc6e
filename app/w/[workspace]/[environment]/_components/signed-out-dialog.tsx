"use client";

import { Button, Group, getDefaultZIndex, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { onSignedOut, scopeHeader } from "@/components/api";
import { Modal } from "@/components/modal";

/** Mantine closes every open modal on Escape; with this attribute a form's modal stays open behind the dialog. */
const KEEP_OPEN = { "data-mantine-stop-propagation": "true" } as const;

/** Above every other dialog and popover. Otherwise the order in which they were mounted decides. */
const Z_INDEX = getDefaultZIndex("popover") + 1;

/** Whether the browser's session opens this page's workspace. A request that fails counts as no. */
async function isSignedIn(): Promise<boolean> {
  const response = await fetch("/v1/workspace", { headers: scopeHeader() }).catch(() => null);
  return response?.ok === true;
}

/**
 * Asks the person to sign in again after their session has ended. The page stays as it is, so that nothing
 * that was typed is lost. It closes when a sign-in in another tab has renewed the session.
 */
export function SignedOutDialog() {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const [isStillSignedOut, setStillSignedOut] = useState(false);
  useEffect(() => onSignedOut(() => setOpen(true)), []);
  const check = useCallback(async () => {
    const signedIn = await isSignedIn();
    setStillSignedOut(!signedIn);
    if (signedIn) setOpen(false);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener("focus", check);
    return () => window.removeEventListener("focus", check);
  }, [isOpen, check]);
  return (
    <Modal
      opened={isOpen}
      zIndex={Z_INDEX}
      onClose={() => setOpen(false)}
      title={t("shell.signedOut.title")}
      closeButtonProps={{ "aria-label": t("common.close"), ...KEEP_OPEN }}
      centered
    >
      <Text size="sm">{t("shell.signedOut.description")}</Text>
      {isStillSignedOut && (
        <Text size="sm" c="red" mt="sm" role="alert">
          {t("shell.signedOut.failed")}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={check} {...KEEP_OPEN}>
          {t("shell.signedOut.continue")}
        </Button>
        <Button component="a" href="/sign-in" target="_blank" data-autofocus {...KEEP_OPEN}>
          {t("shell.signedOut.action")}
        </Button>
      </Group>
    </Modal>
  );
}
