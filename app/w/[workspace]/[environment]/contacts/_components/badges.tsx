"use client";

import { Badge, Group } from "@mantine/core";
import { IconBan, IconCheck, IconQuestionMark, IconX } from "@tabler/icons-react";
import type { ConsentState, ConsentStates, Suppression } from "@/lib/contacts/consent/schema";
import { CHANNEL_NAMES, channelsInWords } from "./labels";

const SIGN = { size: 12, stroke: 2.5, "aria-hidden": true } as const;
const LOOKS = {
  granted: { color: "teal", word: "yes", sign: <IconCheck {...SIGN} /> },
  revoked: { color: "red", word: "taken back", sign: <IconX {...SIGN} /> },
  unknown: { color: "gray", word: "unknown", sign: <IconQuestionMark {...SIGN} /> },
} as const;

/** The consent for one purpose on one channel; `of` names them. */
export function ConsentBadge({ of, state }: { of: string; state: ConsentState["state"] }) {
  const { color, word, sign } = LOOKS[state];
  return (
    <Badge color={color} leftSection={sign} miw="max-content">
      {of}: {word}
    </Badge>
  );
}

/** The consent to be informed, by call and by text. */
export function InformationalConsent({ consent }: { consent: ConsentStates }) {
  return (
    <Group gap={4} wrap="nowrap">
      <ConsentBadge of={CHANNEL_NAMES.call} state={consent["informational:call"].state} />
      <ConsentBadge of={CHANNEL_NAMES.text} state={consent["informational:text"].state} />
    </Group>
  );
}

/** Badge of a suppressed contact, with its channels. */
export function SuppressionBadge({ suppression }: { suppression: Suppression }) {
  return (
    <Badge color="orange" leftSection={<IconBan {...SIGN} />} miw="max-content">
      Suppressed: {channelsInWords(suppression.channels).toLowerCase()}
    </Badge>
  );
}
