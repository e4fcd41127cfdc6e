"use client";

import { Checkbox, Stack, TextInput } from "@mantine/core";
import type { ConsentChannel, ConsentKey, ConsentPurpose } from "@/lib/contacts/consent/schema";

/** Consents of all added contacts, and their source. */
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
  /** Consents that can be stated for all contacts. */
  offered: readonly ConsentKey[];
  value: Agreed;
  error: string | null;
  onChange: (next: Agreed) => void;
};

/** Asks for the consents of all added contacts; contacts without consent are blocked. */
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
