"use client";

import { Anchor, Code, Stack, Text } from "@mantine/core";
import { Facts } from "@/components/facts";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { HOLDS, ONCE_RELEASED, Receipt } from "@/components/receipt";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import { type Deletion, isUnderWay } from "@/lib/data/erasure/schema";

type Props = {
  deletion: Deletion;
  /** The requester's name, if known. */
  by: string;
  /** Whether the contact is still there. */
  isThere: boolean;
};

/** One deletion: whose it is while the contact is there, where it stands, and its receipt. */
export function DeletionPanel({ deletion, by, isThere }: Props) {
  useRefreshWhile(isUnderWay(deletion));
  const { id, contact_id, blocked_by, requested_at, due_by, completed_at } = deletion;
  return (
    <Stack maw={760}>
      <Panel title="Request">
        <Facts
          rows={[
            [
              "Contact",
              contact_id !== null && isThere ? (
                <Anchor key="contact" component={Link} href={`/contacts/${contact_id}`} size="sm">
                  {contact_id}
                </Anchor>
              ) : contact_id === null ? (
                "A number that was no contact's"
              ) : (
                "Deleted since"
              ),
            ],
            ["Requested", <Time key="at" at={requested_at} as="datetime" />],
            ["Requested by", by],
            completed_at !== null ? null : ["Due by", <Time key="due" at={due_by} as="date" />],
            ["Id", <Code key="id">{id}</Code>],
          ]}
        />
        {blocked_by !== null && (
          <Text size="sm" mt="sm" role="status">
            {HOLDS[blocked_by]} {ONCE_RELEASED}
          </Text>
        )}
      </Panel>
      {completed_at !== null && (
        <Panel title="Receipt">
          <Receipt deletion={deletion} />
          <Text size="sm" c="dimmed" mt="sm">
            It is signed, says nothing of whom it was, and can be checked without this Parley by{" "}
            <Code>npm run receipt:verify</Code> and the public key of <Code>/v1/deletions/public-key</Code>.
          </Text>
        </Panel>
      )}
    </Stack>
  );
}
