"use client";

import { Badge, Group, Paper, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Member } from "@/lib/identity/members/schema";
import type { Role } from "@/lib/platform/context/roles";

type Props = {
  page: TablePage<Member>;
  /** The membership of the signed-in member. */
  self: string;
  /** Roles that this member can assign, and members that they can change. */
  roles: readonly Role[];
  mayManage: boolean;
  mayTransfer: boolean;
};

/** Members of the workspace, with the changes that are allowed. */
export function MemberTable({ page, self, roles, mayManage, mayTransfer }: Props) {
  const t = useTranslations("access.members");
  const tRole = useTranslations("access.role");
  const { busy, run } = useAction();
  const canManage = ({ role }: Member) => mayManage && roles.includes(role);

  const setRole = ({ id, name }: Member, role: Role) =>
    run(() => api.patch("/v1/members/:id", { params: { id }, body: { role } }), {
      done: t("roleChanged", { name, role: tRole(role) }),
    });

  const actions = (member: Member) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {mayTransfer && member.id !== self && member.role !== "owner" && (
        <ConfirmButton
          size="xs"
          aria-label={t("transferTo", { name: member.name })}
          title={t("transferTitle", { name: member.name })}
          message={t("transferHelp")}
          confirm={t("transfer")}
          onConfirm={() =>
            run(() => api.post("/v1/members/:id/transfer-ownership", { params: { id: member.id } }), {
              done: t("transferred", { name: member.name }),
            })
          }
        >
          {t("transfer")}
        </ConfirmButton>
      )}
      {canManage(member) && (
        <ConfirmButton
          size="xs"
          aria-label={t("removeName", { name: member.name })}
          title={t("removeTitle", { name: member.name })}
          message={t("removeHelp")}
          confirm={t("removeConfirm")}
          onConfirm={async () => {
            const result = await run(() => api.delete("/v1/members/:id", { params: { id: member.id } }), {
              done: t("removed", { name: member.name }),
              refresh: member.id !== self,
            });
            if (result.ok && member.id === self) window.location.assign("/sign-in");
          }}
        >
          {t("remove")}
        </ConfirmButton>
      )}
    </Group>
  );

  const columns: Column<Member>[] = [
    {
      id: "name",
      header: t("name"),
      cell: ({ id, name, email }) => (
        <>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            {id === self && <Badge color="gray">{t("self")}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {email}
          </Text>
        </>
      ),
    },
    {
      id: "role",
      header: t("role"),
      narrow: "plain",
      cell: (member) =>
        canManage(member) ? (
          <ChoiceSelect
            size="xs"
            w={120}
            aria-label={t("roleOf", { name: member.name })}
            data={roles.map((role) => ({ value: role, label: tRole(role) }))}
            value={member.role}
            disabled={busy}
            onChange={(value) => {
              const role = roles.find((candidate) => candidate === value);
              if (role !== undefined && role !== member.role) void setRole(member, role);
            }}
          />
        ) : (
          <Text size="sm">{tRole(member.role)}</Text>
        ),
    },
    {
      id: "second_factor",
      header: t("factor"),
      cell: ({ second_factor }) =>
        second_factor ? <Badge>{t("factorOn")}</Badge> : <Text size="sm">{t("factorOff")}</Text>,
    },
    { id: "created_at", header: t("joined"), cell: ({ created_at }) => <Time at={created_at} as="date" /> },
    ...(mayManage ? [{ id: "actions", header: t("actions"), cell: actions, align: "right" as const }] : []),
  ];

  return (
    <Paper withBorder mb="md" p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("title")}
        columns={columns}
        page={page}
        minWidth={860}
        empty={<EmptyState title={t("empty")}>{t("emptyHelp")}</EmptyState>}
      />
    </Paper>
  );
}
