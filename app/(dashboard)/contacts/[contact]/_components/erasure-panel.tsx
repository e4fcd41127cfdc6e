"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { saveFile } from "@/components/save-file";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Deletion } from "@/lib/erasure/schema";

/** Between two looks at a deletion that goes on: it takes about a quarter of a minute. */
const LOOK_MS = 3_000;

const HOLDS = {
  contact_hold: "A legal hold on this contact stands against it.",
  call_hold: "A legal hold on one of their calls stands against it.",
} as const;

function Erase({ contactId }: { contactId: string }) {
  const { run } = useAction();
  return (
    <ConfirmButton
      size="xs"
      color="red"
      variant="light"
      title="Erase this contact's data?"
      message={
        <Stack gap="xs">
          <span>
            Everything that is kept of their conversations goes for good, of every channel and in the whole
            workspace: transcripts, recordings, variables, texts, callbacks, and the key under which it was
            sealed. Calls that go on are ended first. This cannot be undone.
          </span>
          <span>The contact, what they consented to, a suppression and the audit log stay.</span>
        </Stack>
      }
      confirm="Erase the data"
      onConfirm={() =>
        run(() => api.delete(`/v1/contacts/${contactId}/data`), { done: "The data is being erased." })
      }
    >
      Erase data
    </ConfirmButton>
  );
}

function Outcome({ deletion }: { deletion: Deletion }) {
  const { removed, receipt, completed_at, data_backups_expire_by, key_backups_expire_by } = deletion;
  if (completed_at === null || receipt === null) return null;
  const save = () =>
    saveFile(`${deletion.id}.json`, "application/json", `${JSON.stringify(receipt, null, 2)}\n`);
  return (
    <Stack gap="xs">
      <Facts
        rows={[
          ["Erased", <Time key="at" at={completed_at} as="datetime" />],
          ["Transcripts", removed.transcripts],
          ["Recordings", removed.recordings],
          ["Sets of variables", removed.variables],
          [
            "In no data backup from",
            <Time key="data" at={data_backups_expire_by ?? completed_at} as="date" />,
          ],
          ["In no key backup from", <Time key="keys" at={key_backups_expire_by ?? completed_at} as="date" />],
        ]}
      />
      <Group>
        <Button size="xs" variant="default" onClick={save}>
          Download the receipt
        </Button>
      </Group>
    </Stack>
  );
}

type Props = { contactId: string; latest: Deletion | null };

/** Erases what is kept of the contact's conversations, and shows what came of the latest time. */
export function ErasurePanel({ contactId, latest }: Props) {
  const router = useRouter();
  const goesOn = latest?.status === "scheduled" || latest?.status === "running";
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => router.refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [goesOn, router]);
  return (
    <Panel title="Erasure" actions={!goesOn && <Erase contactId={contactId} />}>
      {latest === null && (
        <Text size="sm" c="dimmed">
          Nothing has been erased of this contact.
        </Text>
      )}
      {goesOn && (
        <Text size="sm" role="status">
          Their data is being erased. It takes about a quarter of a minute.
        </Text>
      )}
      {latest?.status === "blocked" && latest.blocked_by !== null && (
        <Text size="sm" role="status">
          Asked for on <Time at={latest.requested_at} as="date" />, and blocked. {HOLDS[latest.blocked_by]} It
          goes on by itself once an owner has released it.
        </Text>
      )}
      {latest !== null && <Outcome deletion={latest} />}
    </Panel>
  );
}
