"use client";

import { Anchor, Code, Fieldset, Group, Stack, Text } from "@mantine/core";
import { CopyButton } from "@/components/copy-button";
import type { Sso } from "@/lib/identity/sso/schema";

const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

function CopyField({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Code block style={WRAP} flex={1}>
          {value}
        </Code>
        <CopyButton value={value} label="Copy" aria-label={`Copy: ${name}`} />
      </Group>
    </div>
  );
}

/** Settings to enter at the identity provider. */
export function ServiceProvider({ entity_id, acs_url, metadata_url }: Sso["service_provider"]) {
  return (
    <Fieldset legend="For your identity provider">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Make an application for Parley there, with these two values, or with{" "}
          <Anchor href={metadata_url} size="sm" underline="always" download="parley-metadata.xml">
            the metadata file
          </Anchor>
          . Have it sign its responses or assertions with SHA-256, and send the person&apos;s e-mail address.
        </Text>
        <CopyField name="Entity id (audience)" value={entity_id} />
        <CopyField name="ACS address (reply URL)" value={acs_url} />
      </Stack>
    </Fieldset>
  );
}
