import { Paper, Stack, Text, Title } from "@mantine/core";

/** Lists the data that these keys encrypt and the data that they do not; docs/security.md has the details. */
export function WhatIsSealed() {
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="sealed">
      <Stack gap="sm">
        <Title order={2} fz={18} id="sealed">
          What is sealed
        </Title>
        <Text size="sm">
          Recordings, transcripts, summaries, variables, notes, metadata, names and numbers of people, what
          they consented to in their words, credentials, and the digests of API keys: AES-256-GCM, each value
          bound to its place. What belongs to one person is under a key of their own, which an erasure
          destroys.
        </Text>
        <Title order={3} fz={15}>
          What is not
        </Title>
        <Text size="sm">
          Agents and their prompts, outcome tags, times, durations, statuses, tags, the names of tools and
          keys, members' addresses, and the audit log rely on the encryption of the volume. Numbers are found
          by keyed hashes, and a carrier's credential opens while the workspace is locked: so a STOP is always
          recorded.
        </Text>
      </Stack>
    </Paper>
  );
}
