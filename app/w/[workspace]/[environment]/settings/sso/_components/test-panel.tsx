"use client";

import { Alert, Button, Fieldset, Group, Stack, Table, Text } from "@mantine/core";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { SsoTest } from "@/lib/identity/sso/schema";

const WRAP = { overflowWrap: "anywhere" } as const;

function Received({ received }: { received: NonNullable<SsoTest["received"]> }) {
  const rows = [{ name: "Name identifier", values: [received.name_id] }, ...received.attributes];
  return (
    <Table layout="fixed" aria-label="What the provider sent">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Attribute</Table.Th>
          <Table.Th>Values</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, values }) => (
          <Table.Tr key={name}>
            <Table.Td style={WRAP}>{name}</Table.Td>
            <Table.Td style={WRAP}>{values.join(", ")}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Outcome({ test }: { test: SsoTest }) {
  if (test.state === "none") return null;
  if (test.state === "waiting") return <Text size="sm">The last test has not come back yet.</Text>;
  const worked = test.state === "worked";
  return (
    <>
      <Alert
        color={worked ? "teal" : "red"}
        title={worked ? "The last test has worked" : "The last test was refused"}
      >
        {worked && test.would_be
          ? `${test.would_be.name} (${test.would_be.email}) would come in as ${test.would_be.role}. No session was opened.`
          : test.reason?.message}
      </Alert>
      {test.received && <Received received={test.received} />}
    </>
  );
}

/** Goes to the provider and comes back with what it sends, without opening a session. */
export function TestPanel({ test }: { test: SsoTest | null }) {
  const { busy, run } = useAction();
  const begin = async () => {
    const result = await run(() => api.post("/v1/sso/check"), { refresh: false });
    if (result.ok) window.location.assign(result.data.url);
  };
  return (
    <Fieldset legend="Test">
      <Stack>
        <Text size="sm" c="dimmed">
          Sign in at your provider, and see here what it says of you. Your session stays as it is.
        </Text>
        {test && <Outcome test={test} />}
        <Group>
          <Button variant="default" loading={busy} onClick={begin}>
            Test the connection
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
