"use client";

import { Badge, Button, Code, Paper, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useAddress } from "@/components/use-address";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Delivery } from "@/lib/data/webhooks/schema";
import type { Translator } from "@/messages/translator";

const COLORS = {
  pending: "blue",
  delivered: "teal",
  failed: "red",
  canceled: "gray",
} as const satisfies Record<Delivery["status"], string>;
const STATUSES = Object.keys(COLORS) as Delivery["status"][];

type T = Translator<"webhooks.deliveries">;

const ERRORS = [
  "timeout",
  "network",
  "refused_address",
  "not_encrypted",
  "bad_url",
  "too_large",
  "redirect",
  "http_status",
  "expired",
  "gone",
  "internal",
] as const;

/** The text of an error; its code if this version does not know it. */
function errorText(t: T, error: string): string {
  const errorKey = ERRORS.find((code) => code === error);
  return errorKey === undefined ? error : t(`error.${errorKey}`);
}

/** The result of the last attempt. */
function attemptText(t: T, { response_status, error, duration_ms }: Delivery): string {
  const parts = [
    response_status === null ? null : `HTTP ${response_status}`,
    error === null ? null : errorText(t, error),
    duration_ms === null ? null : t("duration", { ms: duration_ms }),
  ];
  return parts.filter((part) => part !== null).join(" · ") || t("notTried");
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const t = useTranslations("webhooks.deliveries");
  const { attempts, next_attempt_at, error } = delivery;
  return (
    <>
      {/* A status and a duration stay on a line; the text of an error can wrap. */}
      <Text size="sm" miw={error === null ? "max-content" : 160}>
        {attemptText(t, delivery)}
      </Text>
      {attempts > 1 && (
        <Text size="sm" c="dimmed">
          {t("attempts", { count: attempts })}
        </Text>
      )}
      {attempts > 0 && next_attempt_at !== null && (
        <Text size="sm" c="dimmed">
          {t.rich("nextAttempt", { time: () => <Time at={next_attempt_at} as="ago" /> })}
        </Text>
      )}
    </>
  );
}

const columnsOf = (t: T): Column<Delivery>[] => [
  {
    id: "type",
    header: t("event"),
    cell: ({ type, event_id, replay_of }) => (
      <>
        <Text size="sm" fw={500}>
          {type}
        </Text>
        <Code fz="xs">{event_id}</Code> {replay_of !== null && <Badge color="gray">{t("replay")}</Badge>}
      </>
    ),
  },
  {
    id: "status",
    header: t("statusLabel"),
    narrow: "corner",
    cell: ({ status }) => (
      <Badge color={COLORS[status]} miw="max-content">
        {t(`status.${status}`)}
      </Badge>
    ),
  },
  { id: "attempts", header: t("lastAttempt"), cell: (delivery) => <Attempts delivery={delivery} /> },
  { id: "created_at", header: t("queued"), cell: ({ created_at }) => <Time at={created_at} /> },
];

type Props = { page: TablePage<Delivery>; mayReplay: boolean };

/** The deliveries of a webhook. */
export function DeliveryTable({ page, mayReplay }: Props) {
  const t = useTranslations("webhooks.deliveries");
  const { busy, run } = useAction();
  const address = useAddress();
  useRefreshWhile(page.data.some(({ status, attempts }) => status === "pending" && attempts === 0));

  const replay = ({ id, webhook_id, type }: Delivery) => (
    <Button
      size="xs"
      variant="default"
      disabled={busy}
      aria-label={t("replayEvent", { type, id })}
      onClick={() =>
        run(
          () =>
            api.post("/v1/webhooks/:id/deliveries/:delivery/replay", {
              params: { id: webhook_id, delivery: id },
            }),
          {
            done: t("replayed"),
          },
        )
      }
    >
      {t("replay")}
    </Button>
  );
  const columns = mayReplay
    ? [...columnsOf(t), { id: "actions", header: t("actions"), cell: replay, align: "right" as const }]
    : columnsOf(t);

  return (
    <Paper withBorder p="md">
      <DataTable
        label={t("label")}
        columns={columns}
        page={page}
        minWidth={760}
        toolbar={
          <ChoiceSelect
            aria-label={t("statusLabel")}
            placeholder={t("anyStatus")}
            data={STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
            clearable
            value={address.get("status")}
            onChange={(status) => address.set({ status })}
          />
        }
        empty={
          <EmptyState title={t("empty")} icon={<IconWebhook size={30} stroke={1.5} aria-hidden />}>
            {t("emptyHelp")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
