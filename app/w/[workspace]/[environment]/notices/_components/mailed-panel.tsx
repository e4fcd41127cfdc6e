"use client";

import { Stack, Switch, Text } from "@mantine/core";
import { api } from "@/components/api";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import type { MailPreferences } from "@/lib/identity/notices/schema";

/** Of what a person is told by mail besides; here they are told of everything. */
export function MailedPanel({ mail, kinds }: MailPreferences) {
  const { busy, run } = useAction();
  const set = (kind: string, mailed: boolean) =>
    run(() => api.patch("/v1/notices/mail", { body: { kinds: { [kind]: mailed } } }), {
      done: mailed ? "You are told of it by mail too." : "You are told of it here alone.",
    });
  return (
    <Panel title="By mail">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {mail === "on"
            ? "What you are told of in this workspace by mail too. Here you are told of everything."
            : "This Parley has no mail server set, so nothing is mailed. What you choose holds once it has one."}
        </Text>
        {kinds.map(({ kind, title, mailed }) => (
          <Switch
            key={kind}
            label={title}
            checked={mailed}
            disabled={busy}
            onChange={({ currentTarget }) => set(kind, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Panel>
  );
}
