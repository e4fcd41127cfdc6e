"use client";

import { Badge, Group, Text } from "@mantine/core";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { StaffTicket } from "@/lib/identity/staff/schema";

const STATUS = {
  requested: { color: "yellow", says: "Waits for you" },
  active: { color: "teal", says: "Looks now" },
  refused: { color: "gray", says: "Refused" },
  ended: { color: "gray", says: "Ended" },
  expired: { color: "gray", says: "Over" },
} as const;

function Actions({ ticket }: { ticket: StaffTicket }) {
  const { run } = useAction();
  const { id, staff, hours, status } = ticket;
  const post = (verb: "approve" | "refuse" | "end", done: string) =>
    run(() => api.post(`/v1/staff-access/:id/${verb}` as const, { params: { id } }), { done });
  if (status === "requested")
    return (
      <Group gap="xs" wrap="nowrap">
        <ConfirmButton
          size="xs"
          aria-label={`Let ${staff} in`}
          title={`Let ${staff} in?`}
          message={`They may look at this workspace for ${hours} h from now: what a viewer sees, masked, without recordings and files. You can end it at any time.`}
          confirm="Let them in"
          confirmColor="teal"
          onConfirm={() => post("approve", "They may look now.")}
        >
          Approve
        </ConfirmButton>
        <ConfirmButton
          size="xs"
          aria-label={`Refuse ${staff}`}
          title={`Refuse ${staff}?`}
          message="They see nothing, and are told so."
          confirm="Refuse"
          onConfirm={() => post("refuse", "Refused.")}
        >
          Refuse
        </ConfirmButton>
      </Group>
    );
  if (status !== "active") return null;
  return (
    <ConfirmButton
      size="xs"
      aria-label={`End the access of ${staff}`}
      title="End this access?"
      message={`${staff} sees nothing any more, within two seconds.`}
      confirm="End it"
      onConfirm={() => post("end", "The access has ended.")}
    >
      End
    </ConfirmButton>
  );
}

const COLUMNS: readonly Column<StaffTicket>[] = [
  { id: "staff", header: "Who", cell: ({ staff }) => <Text size="sm">{staff}</Text> },
  { id: "reason", header: "Why", cell: ({ reason }) => <Text size="sm">{reason}</Text> },
  { id: "asked", header: "Asked", cell: ({ created_at }) => <Time at={created_at} as="datetime" /> },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <Badge color={STATUS[status].color}>{STATUS[status].says}</Badge>,
  },
  {
    id: "until",
    header: "For",
    cell: ({ hours, expires_at, ended_at }) =>
      (ended_at ?? expires_at) === null ? (
        `${hours} h`
      ) : (
        <>
          until <Time at={ended_at ?? expires_at ?? ""} as="datetime" />
        </>
      ),
  },
  { id: "actions", header: "Actions", cell: (ticket) => <Actions ticket={ticket} />, align: "right" },
];

/** Requests of the staff, and past accesses, newest first. */
export function TicketTable({ page }: { page: TablePage<StaffTicket> }) {
  return (
    <DataTable
      label="Requests of staff"
      columns={COLUMNS}
      page={page}
      minWidth={860}
      empty={<EmptyState title="Nobody has asked">Staff have never looked at this workspace.</EmptyState>}
    />
  );
}
