"use client";

import { Badge, Group, Paper, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconDeviceLaptop, IconDeviceMobile } from "@tabler/icons-react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Session } from "@/lib/identity/auth/schema";
import { browserOf } from "./browser";

/** One's own open sessions, newest first. The one that looks has no button: that is what signing out is for. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { run } = useAction();
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
      {sessions.map(({ id, address, user_agent, current, created_at, last_seen_at }) => {
        const { name, isMobile } = browserOf(user_agent);
        const Icon = isMobile ? IconDeviceMobile : IconDeviceLaptop;
        return (
          <Paper key={id} component="li" withBorder p="md">
            <Group justify="space-between" gap="md">
              <Group gap="md" wrap="nowrap" miw={0}>
                <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
                  <Icon size={20} stroke={1.6} />
                </ThemeIcon>
                <div>
                  <Group gap="xs">
                    <Text fw={500} size="sm">
                      {name}
                    </Text>
                    {current && <Badge>This session</Badge>}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {address ?? "Unknown address"} · signed in <Time at={created_at} as="ago" />
                    {!current && (
                      <>
                        {" · "}last used <Time at={last_seen_at} as="ago" />
                      </>
                    )}
                  </Text>
                </div>
              </Group>
              {!current && (
                <ConfirmButton
                  size="xs"
                  aria-label={`End the session of ${name}`}
                  title="End this session?"
                  message={`${name} is signed out within two seconds.`}
                  confirm="End the session"
                  onConfirm={() =>
                    run(() => api.delete("/v1/sessions/:id", { params: { id } }), {
                      done: "The session has ended.",
                    })
                  }
                >
                  End
                </ConfirmButton>
              )}
            </Group>
          </Paper>
        );
      })}
    </Stack>
  );
}
