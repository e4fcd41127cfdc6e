"use client";

import { Checkbox, Stack, TextInput } from "@mantine/core";
import type { Campaign } from "@/lib/campaigns/schema";
import type { NewConsent } from "@/lib/consent/schema";

/** That everybody who is added agreed, and where that is from. */
export type Agreed = { all: boolean; source: string };
export const NOT_SAID: Agreed = { all: false, source: "" };
export const SOURCE_MISSING = "Say where their consent comes from.";

const PURPOSES = { informational: "information", telemarketing: "telemarketing" } as const;
const CHANNELS = { phone: "calls", sms: "texts" } as const;

/** The consent that a campaign asks for. */
export const askedOf = ({ purpose, channel }: Pick<Campaign, "purpose" | "channel">) =>
  ({ purpose, channel: channel === "phone" ? "call" : "text" }) as const;

/** What is written to the ledger of each; nothing unless it was said. */
export const consentsOf = (campaign: Campaign, { all, source }: Agreed): NewConsent[] =>
  all ? [{ ...askedOf(campaign), granted: true, source: source.trim() }] : [];

type Props = { campaign: Campaign; value: Agreed; error: string | null; onChange: (next: Agreed) => void };

/** Asks whether everybody who is added agreed: whose consent is not known is blocked. */
export function AgreedFields({ campaign, value, error, onChange }: Props) {
  return (
    <Stack gap="sm">
      <Checkbox
        checked={value.all}
        onChange={(event) => onChange({ ...value, all: event.currentTarget.checked })}
        label={`They all agreed to ${PURPOSES[campaign.purpose]} by ${CHANNELS[campaign.channel]}`}
        description="It is written to the consent ledger of each, with your name. Leave it out where consent is recorded already; who has none is blocked."
      />
      {value.all && (
        <TextInput
          label="Where their consent comes from"
          placeholder="Order form, June 2026"
          maxLength={200}
          value={value.source}
          error={error}
          onChange={(event) => onChange({ ...value, source: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
