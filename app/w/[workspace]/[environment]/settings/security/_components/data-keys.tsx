"use client";

import { Badge, Group, Paper, Progress, Stack, Table, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Encryption } from "@/lib/identity/encryption/schema";

/** A rotation takes a minute and a half at least; looking more often shows nothing new. */
const LOOK_MS = 5_000;
const STATES = {
  next: { color: "blue", says: "Seals in a minute" },
  current: { color: "teal", says: "Seals now" },
  previous: { color: "gray", says: "Opens what is not changed yet" },
} as const;

function Going({ rotation }: { rotation: NonNullable<Encryption["rotation"]> }) {
  const { state, done, total } = rotation;
  const percent = total === 0 ? 100 : Math.min(100, Math.round((100 * done) / total));
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {state === "waiting"
          ? "A new key was made. It seals once every process knows it, in about a minute."
          : `Changing to key ${rotation.version}: ${done} of ${total}.`}
      </Text>
      <Progress value={state === "waiting" ? 0 : percent} aria-label="Progress of the rotation" />
    </Stack>
  );
}

/** The numbered data keys, their age, and a change to a new one with its progress. */
export function DataKeys({ encryption, mayRotate }: { encryption: Encryption; mayRotate: boolean }) {
  const { run } = useAction();
  const router = useRouter();
  const { rotation, data_keys: keys, rotates_at, locked } = encryption;
  const going = rotation !== null && rotation.state !== "completed";
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => router.refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [going, router]);
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="data-keys">
      <Stack>
        <Group justify="space-between">
          <Title order={2} fz={18} id="data-keys">
            Data keys
          </Title>
          {mayRotate && !going && !locked && (
            <ConfirmButton
              title="Rotate the data key?"
              message="A new key is made, and everything is changed to it in the background while the workspace goes on. Then the former key is destroyed."
              confirm="Rotate"
              confirmColor="teal"
              onConfirm={() =>
                run(() => api.post("/v1/encryption/rotate"), { done: "The rotation has begun." })
              }
            >
              Rotate now
            </ConfirmButton>
          )}
        </Group>
        <Table aria-label="Data keys">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Number</Table.Th>
              <Table.Th>Made</Table.Th>
              <Table.Th>State</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map(({ version, created_at, state }) => (
              <Table.Tr key={version}>
                <Table.Td>{version}</Table.Td>
                <Table.Td>
                  <Time at={created_at} as="date" />
                </Table.Td>
                <Table.Td>
                  <Badge color={STATES[state].color}>{STATES[state].says}</Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {going && <Going rotation={rotation} />}
        {!going && rotation !== null && rotation.completed_at !== null && (
          <Text size="sm" c="dimmed">
            The last rotation ended <Time at={rotation.completed_at} as="ago" />: {rotation.done} values were
            changed.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          The next rotation begins by itself on <Time at={rotates_at} as="date" />. The key of keyed hashes,
          by which numbers are found and opt-outs kept, never rotates.
        </Text>
      </Stack>
    </Paper>
  );
}
