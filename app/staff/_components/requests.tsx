"use client";

import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { OwnTicket } from "@/lib/identity/staff/schema";
import { AskForm } from "./ask-form";

function Request({ ticket }: { ticket: OwnTicket }) {
  const t = useTranslations("staff.requests");
  const { busy, run } = useAction();
  const { id, workspace_id, reason, hours, status, expires_at } = ticket;
  const open = async () => {
    const entered = await run(() => api.post("/v1/staff/tickets/:id/enter", { params: { id } }), {
      refresh: false,
    });
    if (entered.ok) window.location.assign("/agents");
  };
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between">
        <div>
          <Group gap="xs">
            <Text fw={500} size="sm">
              {workspace_id}
            </Text>
            <Badge color={status === "active" ? "teal" : "gray"}>{t(`status.${status}`)}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {reason} · {t("hours", { hours })}
            {status === "active" && expires_at && (
              <> · {t.rich("until", { time: () => <Time at={expires_at} as="time" /> })}</>
            )}
          </Text>
        </div>
        {status === "active" && (
          <Group gap="xs">
            <Button size="xs" loading={busy} onClick={open}>
              {t("open")}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                run(() => api.post("/v1/staff/tickets/:id/end", { params: { id } }), { done: t("ended") })
              }
            >
              {t("end")}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

/** The staff member's access requests, and a form for another. */
export function Requests({ email, tickets }: { email: string; tickets: readonly OwnTicket[] }) {
  const t = useTranslations("staff.requests");
  const { run } = useAction();
  const leave = async () => {
    const result = await run(() => api.delete("/v1/staff/session"), { refresh: false });
    if (result.ok) window.location.assign("/staff/sign-in");
  };
  return (
    <Stack gap="xl">
      <Group justify="space-between">
        <div>
          <Title order={1} fz={24}>
            {t("title")}
          </Title>
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </div>
        <Button variant="default" onClick={leave}>
          {t("signOut")}
        </Button>
      </Group>
      <AskForm />
      {tickets.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("empty")}
        </Text>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
          {tickets.map((ticket) => (
            <Request key={ticket.id} ticket={ticket} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
