"use client";

import { Checkbox, Stack, TextInput } from "@mantine/core";
import type { ConsentChannel, ConsentKey, ConsentPurpose } from "@/lib/contacts/consent/schema";

/** What everybody who is added agreed to, and where that is from. */
export type Agreed = { keys: readonly ConsentKey[]; source: string };
export const NOT_SAID: Agreed = { keys: [], source: "" };

const PURPOSES: Readonly<Record<ConsentPurpose, string>> = {
  informational: "information",
  telemarketing: "telemarketing",
  recording: "being recorded",
};
const CHANNELS: Readonly<Record<ConsentChannel, string>> = { call: "by calls", text: "by texts" };

function labelOf(key: ConsentKey): string {
  const [purpose, channel] = key.split(":") as [ConsentPurpose, ConsentChannel];
  return `They all agreed to ${PURPOSES[purpose]} ${CHANNELS[channel]}`;
}

/** A consent without its source is none; null where nothing is missing. */
export const sourceMissing = ({ keys, source }: Agreed): string | null =>
  keys.length > 0 && source.trim() === "" ? "Say where their consent comes from." : null;

type Props = {
  /** The consents that may be said of everybody. */
  offered: readonly ConsentKey[];
  value: Agreed;
  error: string | null;
  onChange: (next: Agreed) => void;
};

/** Asks what everybody who is added agreed to: whose consent is not known is blocked. */
export function AgreedFields({ offered, value, error, onChange }: Props) {
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label="Consent"
        description="It is written to the consent ledger of each, with your name. Leave it out where consent is recorded already; who has none is blocked."
        value={[...value.keys]}
        onChange={(keys) => onChange({ ...value, keys: offered.filter((key) => keys.includes(key)) })}
      >
        <Stack gap="xs" mt="xs">
          {offered.map((key) => (
            <Checkbox key={key} value={key} label={labelOf(key)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {value.keys.length > 0 && (
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
