"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Modal } from "@/components/modal";
import { SetUpFindings } from "@/components/set-up-findings";
import { useAddress } from "@/components/use-address";
import { useSetUpCheck } from "@/components/use-set-up-check";
import type { Environment } from "@/lib/platform/context";
import { ConnectForm } from "./connect-form";
import { serviceOf } from "./services";

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
  const { check, shown, close: closeCheck } = useSetUpCheck();
  if (requested !== handled) {
    setHandled(requested);
    if (requested !== null) setIsOpen(true);
  }
  const close = () => {
    setIsOpen(false);
    if (requested !== null) address.set({ connect: null }, { replace: true });
  };

  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t("action")}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t("title")} centered size="lg">
        <ConnectForm
          environment={environment}
          service={serviceOf(requested)}
          onCancel={close}
          onConnect={async (integration) => {
            close();
            await check(integration);
          }}
        />
      </Modal>
      <SetUpFindings check={shown} onClose={closeCheck} />
    </>
  );
}
