"use client";

import { Stack, Switch, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import type { MailPreferences } from "@/lib/identity/notices/schema";

/** Switches for the kinds of notifications that are also sent by email. */
export function EmailPanel({ mail, kinds }: MailPreferences) {
  const t = useTranslations("notices.email");
  const { busy, run } = useAction();
  const set = (kind: string, mailed: boolean) =>
    run(() => api.patch("/v1/notices/mail", { body: { kinds: { [kind]: mailed } } }), {
      done: t(mailed ? "enabled" : "disabled"),
    });
  return (
    <Panel title={t("title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(mail)}
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
