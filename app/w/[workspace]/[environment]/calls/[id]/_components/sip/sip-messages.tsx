"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { DialogButton } from "@/components/dialog-button";

/** The button of the messages of a call over a trunk, which are loaded on request. */
export function SipMessages({ callId }: { callId: string }) {
  const t = useTranslations("calls.sip");
  const loadLadder = useCallback(async () => {
    const { SipLadder } = await import("./sip-ladder");
    return () => <SipLadder callId={callId} />;
  }, [callId]);
  return (
    <DialogButton variant="default" title={t("title")} load={loadLadder} size="lg">
      {t("action")}
    </DialogButton>
  );
}
