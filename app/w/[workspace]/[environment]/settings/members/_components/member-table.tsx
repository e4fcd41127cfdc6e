"use client";

import { Badge, Group, Paper, Select, Text } from "@mantine/core";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Member } from "@/lib/identity/members/schema";
import type { Role } from "@/lib/platform/context/roles";
import { named } from "./role-words";

type Props = {
  page: TablePage<Member>;
  /** The membership of who looks. */
  self: string;
  /** Roles that this member can assign, and members that they can change. */
  roles: readonly Role[];
  mayManage: boolean;
  mayTransfer: boolean;
};

/** Members of the workspace, with the changes that are allowed. */
export function MemberTable({ page, self, roles, mayManage, mayTransfer }: Props) {
  const { busy, run } = useAction();
  const reaches = ({ role }: Member) => mayManage && roles.includes(role);

  const setRole = ({ id, name }: Member, role: Role) =>
    run(() => api.patch("/v1/members/:id", { params: { id }, body: { role } }), {
      done: `${name} is now ${named(role)}.`,
    });

  const actions = (member: Member) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {mayTransfer && member.id !== self && member.role !== "owner" && (
        <ConfirmButton
          size="xs"
          aria-label={`Hand ownership to ${member.name}`}
          title={`Hand your ownership to ${member.name}?`}
          message="They become an owner and you an admin. Only an owner can undo this."
          confirm="Hand it over"
          onConfirm={() =>
            run(() => api.post("/v1/members/:id/transfer-ownership", { params: { id: member.id } }), {
              done: `${member.name} is an owner now.`,
            })
          }
        >
          Make owner instead of me
        </ConfirmButton>
      )}
      {reaches(member) && (
        <ConfirmButton
          size="xs"
          aria-label={`Remove ${member.name}`}
          title={`Remove ${member.name}?`}
          message="They are signed out of this workspace within two seconds, and keys that they made stop until an admin takes them over."
          confirm="Remove the member"
          onConfirm={async () => {
            const result = await run(() => api.delete("/v1/members/:id", { params: { id: member.id } }), {
              done: `${member.name} is removed.`,
              refresh: member.id !== self,
            });
            if (result.ok && member.id === self) window.location.assign("/sign-in");
          }}
        >
          Remove
        </ConfirmButton>
      )}
    </Group>
  );

  const columns: Column<Member>[] = [
    {
      id: "name",
      header: "Name",
      cell: ({ id, name, email }) => (
        <>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            {id === self && <Badge color="gray">You</Badge>}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {email}
          </Text>
        </>
      ),
    },
    {
      id: "role",
      header: "Role",
      cell: (member) =>
        reaches(member) ? (
          <Select
            size="xs"
            w={120}
            aria-label={`Role of ${member.name}`}
            data={roles.map((role) => ({ value: role, label: named(role) }))}
            value={member.role}
            allowDeselect={false}
            disabled={busy}
            onChange={(value) => {
              const role = roles.find((candidate) => candidate === value);
              if (role !== undefined && role !== member.role) void setRole(member, role);
            }}
          />
        ) : (
          <Text size="sm">{named(member.role)}</Text>
        ),
    },
    {
      id: "second_factor",
      header: "Second factor",
      cell: ({ second_factor }) => (second_factor ? <Badge>On</Badge> : <Text size="sm">Off</Text>),
    },
    { id: "created_at", header: "Joined", cell: ({ created_at }) => <Time at={created_at} as="date" /> },
    ...(mayManage ? [{ id: "actions", header: "Actions", cell: actions, align: "right" as const }] : []),
  ];

  return (
    <Paper withBorder mb="md">
      <DataTable
        label="Members"
        columns={columns}
        page={page}
        minWidth={860}
        empty={<EmptyState title="No members here">Go back to the first page.</EmptyState>}
      />
    </Paper>
  );
}
