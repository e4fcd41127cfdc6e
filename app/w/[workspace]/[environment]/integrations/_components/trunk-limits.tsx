"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { Modal } from "@/components/modal";
import { useAction } from "@/components/use-action";
import { useRequested } from "@/components/use-requested";
import type { TrunkLimitsState } from "@/lib/outreach/trunk-limits/schema";

const loadForm = async () => (await import("./trunk-limits-form")).TrunkLimitsForm;

/** The limits of a SIP trunk: a button and its dialog, which reads their current use when it is opened. */
export function TrunkLimits({ trunk }: { trunk: { id: string; name: string } }) {
  const t = useTranslations("integrations.limits");
  const { busy, run } = useAction();
  const { Part, request, preload } = useRequested(loadForm);
  const [state, setState] = useState<TrunkLimitsState | null>(null);
  const open = async () => {
    if (Part === null) void request();
    const result = await run(() => api.get("/v1/integrations/:id/limits", { params: { id: trunk.id } }), {
      refresh: false,
    });
    if (result.ok) setState(result.data);
  };
  const close = () => setState(null);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t("actionFor", { name: trunk.name })}
        onClick={() => void open()}
        onPointerEnter={preload}
        onFocus={preload}
        loading={busy}
      >
        {t("action")}
      </Button>
      <Modal
        opened={state !== null && Part !== null}
        onClose={close}
        title={t("actionFor", { name: trunk.name })}
        size="lg"
        centered
      >
        {state !== null && Part !== null && <Part state={state} onDone={close} />}
      </Modal>
    </>
  );
}
