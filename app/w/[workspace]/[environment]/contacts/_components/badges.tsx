"use client";

import { Badge, Group } from "@mantine/core";
import { IconBan, IconCheck, IconQuestionMark, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ConsentChannel, ConsentState, ConsentStates, Suppression } from "@/lib/contacts/consent/schema";
import { channelsKey } from "./labels";

const ICON = { size: 12, stroke: 2.5, "aria-hidden": true } as const;
const LOOKS = {
  granted: { color: "teal", icon: <IconCheck {...ICON} /> },
  revoked: { color: "red", icon: <IconX {...ICON} /> },
  unknown: { color: "gray", icon: <IconQuestionMark {...ICON} /> },
} as const;

/** The consent for one purpose on a channel. */
export function ConsentBadge({ channel, state }: { channel: ConsentChannel; state: ConsentState["state"] }) {
  const t = useTranslations("contacts");
  const { color, icon } = LOOKS[state];
  return (
    <Badge color={color} leftSection={icon} miw="max-content">
      {t(`badge.consent.${state}`, { channel: t(`channel.${channel}`) })}
    </Badge>
  );
}

/** The informational consent, by call and by text. */
export function InformationalConsent({ consent }: { consent: ConsentStates }) {
  return (
    <Group gap={4} wrap="nowrap">
      <ConsentBadge channel="call" state={consent["informational:call"].state} />
      <ConsentBadge channel="text" state={consent["informational:text"].state} />
    </Group>
  );
}

/** Badge of a suppressed contact, with its channels. */
export function SuppressionBadge({ suppression }: { suppression: Suppression }) {
  const t = useTranslations("contacts.badge.suppressed");
  return (
    <Badge color="orange" leftSection={<IconBan {...ICON} />} miw="max-content">
      {t(channelsKey(suppression.channels))}
    </Badge>
  );
}
