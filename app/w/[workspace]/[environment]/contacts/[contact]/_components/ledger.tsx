"use client";

import { Anchor, Badge, Code, Stack, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { Consent } from "@/lib/contacts/consent/schema";
import { CHANNEL_NAMES, PURPOSE_NAMES } from "../../_components/labels";
import { AddConsent } from "./add-consent";

const SIGN = { size: 12, stroke: 2.5, "aria-hidden": true } as const;
const LONG = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

/** Creator of an entry: a member's name or an API key's ID. */
type Names = Readonly<Record<string, string>>;
const memberName = (id: string, names: Names): string => names[id] ?? "A former member";

function EnteredBy({ entry, names }: { entry: Consent; names: Names }) {
  const { actor, attested_by, call_id, import_id, created_at } = entry;
  return (
    <Stack gap={2} align="flex-start">
      {actor.type === "member" && <Text size="sm">{memberName(actor.id, names)}</Text>}
      {(actor.type === "system" || actor.type === "operator") && <Badge color="gray">Parley</Badge>}
      {actor.type === "key" && (
        <Text size="xs" style={LONG}>
          Key <Code fz="xs">{actor.id}</Code>
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <Time at={created_at} />
      </Text>
      {attested_by !== null && (
        <Text size="xs" c="dimmed" style={LONG}>
          Attested by {attested_by.startsWith("mem_") ? memberName(attested_by, names) : attested_by}
        </Text>
      )}
      {call_id !== null && (
        <Anchor component={Link} href={`/calls/${call_id}`} prefetch={false} size="xs">
          The call
        </Anchor>
      )}
      {import_id !== null && (
        <Text size="xs" c="dimmed">
          By an import
        </Text>
      )}
    </Stack>
  );
}

/** The consent's wording and evidence, if recorded. */
function Grounds({ source, wording, evidence }: Consent) {
  return (
    <Stack gap={2} miw={140}>
      <Text size="sm" style={LONG}>
        {source}
      </Text>
      {wording !== null && (
        <Text size="xs" c="dimmed" style={LONG}>
          Wording: <q>{wording}</q>
        </Text>
      )}
      {evidence !== null && (
        <Text size="xs" c="dimmed" style={LONG}>
          Evidence: {evidence}
        </Text>
      )}
    </Stack>
  );
}

const columnsOf = (names: Names): Column<Consent>[] => [
  {
    id: "entry",
    header: "Entry",
    cell: ({ purpose, channel, granted, at }) => (
      <Stack gap={4} align="flex-start">
        <Badge
          color={granted ? "teal" : "red"}
          miw="max-content"
          leftSection={granted ? <IconCheck {...SIGN} /> : <IconX {...SIGN} />}
        >
          {granted ? "Given" : "Taken back"}
        </Badge>
        <Text size="sm" style={{ whiteSpace: "nowrap" }}>
          {PURPOSE_NAMES[purpose]}, {CHANNEL_NAMES[channel].toLowerCase()}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={at} />
        </Text>
      </Stack>
    ),
  },
  { id: "source", header: "Where from", cell: (entry) => <Grounds {...entry} /> },
  { id: "actor", header: "Entered", cell: (entry) => <EnteredBy entry={entry} names={names} /> },
];

type Props = {
  contactId: string;
  page: TablePage<Consent>;
  /** Names of the members in it. */
  names: Names;
  mayAdd: boolean;
};

/** Everything that the contact ever agreed to or took back, the latest first. */
export function Ledger({ contactId, page, names, mayAdd }: Props) {
  return (
    <Panel title="Consent ledger" actions={mayAdd && <AddConsent contactId={contactId} />}>
      <Text size="sm" c="dimmed" mb="sm">
        Entries are added and never changed. The latest of a purpose and channel counts.
      </Text>
      <DataTable
        label="Entries of the ledger"
        columns={columnsOf(names)}
        page={page}
        minWidth={500}
        empty={
          <EmptyState title="No consent is known" order={3}>
            Without an entry the contact is not called or texted.
          </EmptyState>
        }
      />
    </Panel>
  );
}
