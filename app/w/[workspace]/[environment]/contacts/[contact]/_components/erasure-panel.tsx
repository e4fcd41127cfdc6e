"use client";

import { Stack, Text } from "@mantine/core";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Panel } from "@/components/panel";
import { HOLDS, ONCE_RELEASED, Receipt } from "@/components/receipt";
import { Time } from "@/components/time";
import { say, useAction, warn } from "@/components/use-action";
import { useRefreshWhile } from "@/components/use-refresh";
import { type Deletion, isUnderWay } from "@/lib/data/erasure/schema";

function Erase({ contactId, isHeld }: { contactId: string; isHeld: boolean }) {
  const { run } = useAction();
  const erase = async () => {
    const result = await run(() =>
      api.delete("/v1/contacts/:contact/data", { params: { contact: contactId } }),
    );
    if (!result.ok) return;
    const { blocked_by: hold } = result.data;
    if (hold === null) say("The data is being erased.");
    else warn(`Nothing is erased. ${HOLDS[hold]} ${ONCE_RELEASED}`);
  };
  return (
    <ConfirmButton
      size="xs"
      color="red"
      variant="light"
      title="Erase this contact's data?"
      message={
        <Stack gap="xs">
          {isHeld && (
            <strong>
              {HOLDS.contact_hold} Nothing is erased now: it is noted that it was asked for. {ONCE_RELEASED}
            </strong>
          )}
          <span>
            Everything that is kept of their conversations goes for good, of every channel and in the whole
            workspace: transcripts, recordings, variables, texts, callbacks, and the key under which it was
            sealed. Calls that go on are ended first. This cannot be undone.
          </span>
          <span>The contact, what they consented to, a suppression and the audit log stay.</span>
          <span>
            If they are to have a file of what is held, make and fetch it first, under Access request.
          </span>
        </Stack>
      }
      confirm="Erase the data"
      onConfirm={erase}
    >
      Erase data
    </ConfirmButton>
  );
}

type Props = { contactId: string; latest: Deletion | null; isHeld: boolean };

/** Erases what is kept of the contact's conversations, and shows what came of the latest time. */
export function ErasurePanel({ contactId, latest, isHeld }: Props) {
  const isInProgress = latest !== null && isUnderWay(latest);
  useRefreshWhile(isInProgress);
  return (
    <Panel title="Erasure" actions={!isInProgress && <Erase contactId={contactId} isHeld={isHeld} />}>
      {latest === null && (
        <Text size="sm" c="dimmed">
          Nothing has been erased of this contact.
        </Text>
      )}
      {isInProgress && (
        <Text size="sm" role="status">
          Their data is being erased. It takes about a quarter of a minute.
        </Text>
      )}
      {latest?.status === "blocked" && latest.blocked_by !== null && (
        <Text size="sm" role="status">
          Asked for on <Time at={latest.requested_at} as="date" />, and blocked. {HOLDS[latest.blocked_by]}{" "}
          {ONCE_RELEASED}
        </Text>
      )}
      {latest !== null && <Receipt deletion={latest} />}
    </Panel>
  );
}
