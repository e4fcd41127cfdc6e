"use client";

import { IconBan, IconCheck, IconQuestionMark, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Pill } from "@/components/pill";
import type { ConsentChannel, ConsentState, Suppression } from "@/lib/contacts/consent/schema";
import { channelsKey } from "./labels";

const ICON = { size: 12, stroke: 2.5, "aria-hidden": true } as const;
const LOOKS = {
  granted: { tone: "teal", icon: <IconCheck {...ICON} /> },
  revoked: { tone: "red", icon: <IconX {...ICON} /> },
  unknown: { tone: "gray", icon: <IconQuestionMark {...ICON} /> },
} as const;

/** The consent for one purpose on a channel. */
export function ConsentBadge({ channel, state }: { channel: ConsentChannel; state: ConsentState["state"] }) {
  const t = useTranslations("contacts");
  return <Pill {...LOOKS[state]}>{t(`badge.consent.${state}`, { channel: t(`channel.${channel}`) })}</Pill>;
}

/** Badge of a suppressed contact, with its channels. */
export function SuppressionBadge({ suppression }: { suppression: Pick<Suppression, "channels"> }) {
  const t = useTranslations("contacts.badge.suppressed");
  return (
    <Pill tone="orange" icon={<IconBan {...ICON} />}>
      {t(channelsKey(suppression.channels))}
    </Pill>
  );
}
