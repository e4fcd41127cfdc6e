"use client";

import { Anchor, Select, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { Link } from "@/components/link";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import { inWords } from "@/components/words";
import type { CampaignContact } from "@/lib/outreach/campaigns/schema";
import { CONTACT_STATUSES, ContactStatusBadge } from "./campaign-status";
import { RemoveContact } from "./remove-contacts";

type Row = CampaignContact & { id: string };

const none = (
  <Text size="sm" c="dimmed" component="span">
    <span aria-hidden>–</span>
  </Text>
);
const MESSAGE_PX = 320;

const COLUMNS: Column<Row>[] = [
  {
    id: "phone",
    header: "Contact",
    hidable: false,
    cell: ({ contact_id: id, phone }) =>
      phone === null ? (
        <Text size="sm" c="dimmed">
          Deleted
        </Text>
      ) : (
        <RowLink href={`/contacts/${id}`}>{phone}</RowLink>
      ),
  },
  { id: "status", header: "Status", cell: ({ status }) => <ContactStatusBadge status={status} /> },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ outcome }) => (outcome === null ? none : <Text size="sm">{inWords(outcome)}</Text>),
  },
  {
    id: "reasons",
    header: "Why not",
    cell: ({ reasons }) =>
      reasons.length === 0 ? (
        none
      ) : (
        <Stack gap={2} maw={MESSAGE_PX}>
          {reasons.map(({ code, message }) => (
            <Text key={code} size="sm">
              {message}
            </Text>
          ))}
        </Stack>
      ),
  },
  { id: "attempts", header: "Attempts", align: "right", cell: ({ attempts }) => attempts },
  {
    id: "next",
    header: "Next attempt",
    cell: ({ next_attempt_at: at, status }) => (at === null || status !== "held" ? none : <Time at={at} />),
  },
  {
    id: "call",
    header: "Last call",
    cell: ({ last_call_id: id, phone }) =>
      id === null ? (
        none
      ) : (
        <Anchor
          component={Link}
          href={`/calls/${id}`}
          prefetch={false}
          size="sm"
          aria-label={`Last call with ${phone ?? "a deleted contact"}`}
        >
          Open
        </Anchor>
      ),
  },
];

const REMOVE: Column<Row> = {
  id: "remove",
  header: "Take out",
  align: "right",
  cell: ({ campaign_id: campaignId, contact_id: contactId, phone }) => (
    <RemoveContact campaignId={campaignId} contactId={contactId} phone={phone} />
  ),
};

/** A contact without an attempt has no further details. */
const BEFORE = new Set(["phone", "status"]);

type Props = {
  page: TablePage<CampaignContact>;
  /** The draft's contacts: without what only an attempt says. */
  draft?: boolean;
  /** Whether they may be taken out of the draft. */
  mayRemove?: boolean;
  empty: ReactNode;
};

/** The contacts of a campaign, the latest added first. Page and filter are in the address. */
export function ResultsTable({ page, draft = false, mayRemove = false, empty }: Props) {
  const address = useAddress();
  const status = address.get("status");
  const before = [...COLUMNS.filter(({ id }) => BEFORE.has(id)), ...(mayRemove ? [REMOVE] : [])];
  const rows = page.data.map((row): Row => ({ ...row, id: row.contact_id }));
  return (
    <DataTable
      label="Contacts of the campaign"
      columns={draft ? before : COLUMNS}
      page={{ ...page, data: rows }}
      minWidth={draft ? 320 : 860}
      toolbar={
        !draft && (
          <Select
            aria-label="Status of contacts"
            placeholder="Every status"
            data={Object.entries(CONTACT_STATUSES).map(([value, { label }]) => ({ value, label }))}
            value={status}
            onChange={(next) => address.set({ status: next })}
            clearable
            clearButtonProps={{ "aria-label": "Every status" }}
            w={180}
          />
        )
      }
      empty={
        <EmptyState
          order={3}
          title={status === null ? "Nobody yet" : "Nobody stands there"}
          icon={<IconUsers size={30} stroke={1.5} aria-hidden />}
        >
          {status === null ? empty : "Choose another status."}
        </EmptyState>
      }
    />
  );
}
