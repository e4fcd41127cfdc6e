"use client";

import { IconPhoneOutgoing } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { DialogButton } from "../dialog-button";
import type { CallSubject } from "./call-subject";

type Props = CallSubject & {
  /** The parameter of the page's address that opens the dialog without a click. */
  parameter?: string;
};

/** Places a single outbound call: a button and its dialog, whose code is loaded when it is first opened. */
export function PlaceCallButton({ agent, contact, parameter }: Props) {
  const t = useTranslations("dialing");
  const load = useCallback(async () => {
    const { PlaceCallForm } = await import("./place-call-form");
    return ({ onDone }: { onDone: () => void }) => (
      <PlaceCallForm agent={agent} contact={contact} onDone={onDone} />
    );
  }, [agent, contact]);
  return (
    <DialogButton
      variant="default"
      title={contact === undefined ? t("title") : t("titleTo", { name: contact.name })}
      load={load}
      leftSection={<IconPhoneOutgoing size={16} aria-hidden />}
      {...(parameter !== undefined && { parameter })}
    >
      {t("action")}
    </DialogButton>
  );
}
