"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Modal } from "@/components/modal";
import { SetUpFindings } from "@/components/set-up-findings";
import { useAddress } from "@/components/use-address";
import { useRequested } from "@/components/use-requested";
import { useSetUpCheck } from "@/components/use-set-up-check";
import type { Environment } from "@/lib/platform/context";

const loadForm = async () => (await import("./connect-form")).ConnectForm;

/**
 * Connects an integration, and then checks it with its provider. With `?connect=model` in the address, the dialog opens with the
 * first kind of that service. `environment`: the environment of the page, the form's first choice.
 */
export function NewIntegration({ environment }: { environment: Environment }) {
  const t = useTranslations("integrations.connect");
  const address = useAddress();
  const requested = address.get("connect");
  const [handled, setHandled] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { Part, request, preload } = useRequested(loadForm);
  const { check, shown, close: closeCheck } = useSetUpCheck();
  if (requested !== handled) {
    setHandled(requested);
    if (requested !== null) setIsOpen(true);
  }
  useEffect(() => {
    if (requested !== null) void request();
  }, [requested, request]);
  const open = () => {
    setIsOpen(true);
    if (Part === null) void request();
  };
  const close = () => {
    setIsOpen(false);
    if (requested !== null) address.set({ connect: null }, { replace: true });
  };

  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {t("action")}
      </Button>
      <Modal opened={isOpen && Part !== null} onClose={close} title={t("title")} centered size="lg">
        {Part !== null && (
          <Part
            environment={environment}
            service={requested}
            onCancel={close}
            onConnect={async (integration) => {
              close();
              await check(integration);
            }}
          />
        )}
      </Modal>
      <SetUpFindings check={shown} onClose={closeCheck} />
    </>
  );
}
