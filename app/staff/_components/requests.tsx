"use client";

import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { api } from "@/components/api";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { OwnTicket } from "@/lib/identity/staff/schema";
import { AskForm } from "./ask-form";

const WORDS = {
  requested: "Waits for an owner",
  active: "Approved",
  refused: "Refused",
  ended: "Ended",
  expired: "Over",
} as const;

function Request({ ticket }: { ticket: OwnTicket }) {
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
            <Badge color={status === "active" ? "teal" : "gray"}>{WORDS[status]}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {reason} · {hours} h
            {status === "active" && expires_at && (
              <>
                , until <Time at={expires_at} as="time" />
              </>
            )}
          </Text>
        </div>
        {status === "active" && (
          <Group gap="xs">
            <Button size="xs" loading={busy} onClick={open}>
              Look at it
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                run(() => api.post("/v1/staff/tickets/:id/end", { params: { id } }), { done: "Given back." })
              }
            >
              Give it back
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

/** One's own requests to look at workspaces, and a form for another. */
export function Requests({ email, tickets }: { email: string; tickets: readonly OwnTicket[] }) {
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
            Requests
          </Title>
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </div>
        <Button variant="default" onClick={leave}>
          Sign out
        </Button>
      </Group>
      <AskForm />
      {tickets.length === 0 ? (
        <Text size="sm" c="dimmed">
          You have asked for nothing yet.
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
