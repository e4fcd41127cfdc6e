"use client";

import { Badge, Group, Paper, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { StaffTicket } from "@/lib/identity/staff/schema";
import type { Translator } from "@/messages/translator";

const COLORS = {
  requested: "yellow",
  active: "teal",
  refused: "gray",
  ended: "gray",
  expired: "gray",
} as const;

function Actions({ ticket }: { ticket: StaffTicket }) {
  const t = useTranslations("access.staff");
  const { run } = useAction();
  const { id, staff, hours, status } = ticket;
  const post = (verb: "approve" | "refuse" | "end", done: string) =>
    run(() => api.post(`/v1/staff-access/:id/${verb}` as const, { params: { id } }), { done });
  if (status === "requested")
    return (
      <Group gap="xs" wrap="nowrap">
        <ConfirmButton
          size="xs"
          aria-label={t("approveFor", { staff })}
          title={t("approveTitle", { staff })}
          message={t("approveHelp", { hours })}
          confirm={t("approveConfirm")}
          confirmColor="teal"
          onConfirm={() => post("approve", t("approved"))}
        >
          {t("approve")}
        </ConfirmButton>
        <ConfirmButton
          size="xs"
          aria-label={t("refuseFor", { staff })}
          title={t("refuseTitle", { staff })}
          message={t("refuseHelp")}
          confirm={t("refuseConfirm")}
          onConfirm={() => post("refuse", t("refused"))}
        >
          {t("refuse")}
        </ConfirmButton>
      </Group>
    );
  if (status !== "active") return null;
  return (
    <ConfirmButton
      size="xs"
      aria-label={t("endFor", { staff })}
      title={t("endTitle")}
      message={t("endHelp", { staff })}
      confirm={t("endConfirm")}
      onConfirm={() => post("end", t("ended"))}
    >
      {t("end")}
    </ConfirmButton>
  );
}

const columnsOf = (t: Translator<"access.staff">): readonly Column<StaffTicket>[] => [
  { id: "staff", header: t("who"), cell: ({ staff }) => <Text size="sm">{staff}</Text> },
  { id: "reason", header: t("reason"), cell: ({ reason }) => <Text size="sm">{reason}</Text> },
  {
    id: "requested",
    header: t("requested"),
    cell: ({ created_at }) => <Time at={created_at} as="datetime" />,
  },
  {
    id: "status",
    header: t("statusHead"),
    narrow: "corner",
    cell: ({ status }) => <Badge color={COLORS[status]}>{t(`status.${status}`)}</Badge>,
  },
  {
    id: "until",
    header: t("duration"),
    cell: ({ hours, expires_at, ended_at }) =>
      (ended_at ?? expires_at) === null
        ? t("hours", { hours })
        : t.rich("until", { time: () => <Time at={ended_at ?? expires_at ?? ""} as="datetime" /> }),
  },
  { id: "actions", header: t("actions"), cell: (ticket) => <Actions ticket={ticket} />, align: "right" },
];

/** Access requests of the operator's staff, newest first. */
export function TicketTable({ page }: { page: TablePage<StaffTicket> }) {
  const t = useTranslations("access.staff");
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("label")}
        columns={columnsOf(t)}
        page={page}
        minWidth={860}
        empty={<EmptyState title={t("empty")}>{t("emptyHelp")}</EmptyState>}
      />
    </Paper>
  );
}
