"use client";

import { Badge, Button, Code, Paper, Select, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { api } from "@/components/api";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useAddress } from "@/components/use-address";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Delivery } from "@/lib/data/webhooks/schema";

const STATUSES: Record<Delivery["status"], { label: string; color: string }> = {
  pending: { label: "Waiting", color: "blue" },
  delivered: { label: "Delivered", color: "teal" },
  failed: { label: "Failed", color: "red" },
  canceled: { label: "Not sent", color: "gray" },
};
const CHOICES = Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }));

const ERRORS: Readonly<Record<string, string>> = {
  timeout: "No answer within 10 seconds",
  network: "Could not be reached",
  refused_address: "The address leads inside",
  not_encrypted: "The address is not https",
  bad_url: "The address cannot be called",
  too_large: "The answer is too large",
  redirect: "It redirects, which is not followed",
  http_status: "It refused",
  expired: "Not taken within 24 hours",
  gone: "What it was about is gone",
  internal: "Could not be made",
};

/** How the last attempt went. */
function words({ response_status, error, duration_ms }: Delivery): string {
  const parts = [
    response_status === null ? null : `HTTP ${response_status}`,
    error === null ? null : (ERRORS[error] ?? error),
    duration_ms === null ? null : `${duration_ms} ms`,
  ];
  return parts.filter((part) => part !== null).join(" · ") || "Not tried yet";
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const { attempts, next_attempt_at } = delivery;
  return (
    <>
      <Text size="sm">{words(delivery)}</Text>
      {attempts > 1 && (
        <Text size="sm" c="dimmed">
          {attempts} attempts
        </Text>
      )}
      {attempts > 0 && next_attempt_at !== null && (
        <Text size="sm" c="dimmed">
          Again <Time at={next_attempt_at} as="ago" />
        </Text>
      )}
    </>
  );
}

const COLUMNS: Column<Delivery>[] = [
  {
    id: "type",
    header: "Event",
    cell: ({ type, event_id, replay_of }) => (
      <>
        <Text size="sm" fw={500}>
          {type}
        </Text>
        <Code fz="xs">{event_id}</Code> {replay_of !== null && <Badge color="gray">Replay</Badge>}
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => (
      <Badge color={STATUSES[status].color} miw="max-content">
        {STATUSES[status].label}
      </Badge>
    ),
  },
  { id: "attempts", header: "Last attempt", cell: (delivery) => <Attempts delivery={delivery} /> },
  { id: "created_at", header: "Queued", cell: ({ created_at }) => <Time at={created_at} /> },
];

type Props = { page: TablePage<Delivery>; mayReplay: boolean };

/** The log of what went to an endpoint. */
export function DeliveryTable({ page, mayReplay }: Props) {
  const { busy, run } = useAction();
  const address = useAddress();
  useRefreshWhile(page.data.some(({ status, attempts }) => status === "pending" && attempts === 0));

  const replay = ({ id, webhook_id, type }: Delivery) => (
    <Button
      size="xs"
      variant="default"
      disabled={busy}
      aria-label={`Replay ${type} ${id}`}
      onClick={() =>
        run(
          () =>
            api.post("/v1/webhooks/:id/deliveries/:delivery/replay", {
              params: { id: webhook_id, delivery: id },
            }),
          {
            done: "The event is sent again.",
          },
        )
      }
    >
      Replay
    </Button>
  );
  const columns = mayReplay
    ? [...COLUMNS, { id: "actions", header: "Actions", cell: replay, align: "right" as const }]
    : COLUMNS;

  return (
    <Paper withBorder p="md">
      <DataTable
        label="Deliveries"
        columns={columns}
        page={page}
        minWidth={760}
        toolbar={
          <Select
            aria-label="Status"
            placeholder="Any status"
            data={CHOICES}
            clearable
            clearButtonProps={{ "aria-label": "Any status" }}
            value={address.get("status")}
            onChange={(status) => address.set({ status })}
          />
        }
        empty={
          <EmptyState title="Nothing was sent" icon={<IconWebhook size={30} stroke={1.5} aria-hidden />}>
            Events stand here as they are sent. A test shows whether your system takes them.
          </EmptyState>
        }
      />
    </Paper>
  );
}
