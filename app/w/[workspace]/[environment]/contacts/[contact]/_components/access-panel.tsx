"use client";

import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "@/components/api";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useRefreshWhile } from "@/components/use-refresh";
import { useScopedAddress } from "@/components/use-scope";
import type { Export } from "@/lib/data/exports/schema";
import { isFetchable, isInProgress } from "@/lib/data/exports/values";

/** Status of the latest file. */
function FileStatus({ file, now }: { file: Export; now: string }): ReactNode {
  const t = useTranslations("contacts.access");
  const { status, rows, created_at } = file;
  if (isInProgress(file)) return t("running", { rows });
  if (status === "failed") return t("failed");
  if (status === "withdrawn") return t("withdrawn");
  if (!isFetchable(file, now))
    return t.rich("expired", { created: () => <Time at={created_at} as="date" /> });
  return t.rich("ready", {
    rows,
    created: () => <Time at={created_at} />,
    expires: () => <Time at={file.expires_at} />,
  });
}

type Props = { contactId: string /** The latest file. */; latest: Export | null; now: string };

/** Requests a file with all data of a contact (right of access). */
export function AccessPanel({ contactId, latest, now }: Props) {
  const t = useTranslations("contacts.access");
  const { busy, run } = useAction();
  const isRunning = latest !== null && isInProgress(latest);
  useRefreshWhile(isRunning);
  const addressOf = useScopedAddress();
  const request = () =>
    run(() => api.post("/v1/contacts/:contact/access-request", { params: { contact: contactId } }), {
      done: t("done"),
    });
  return (
    <Panel
      title={t("title")}
      actions={
        !isRunning && (
          <Button size="xs" variant="default" loading={busy} onClick={request}>
            {t("action")}
          </Button>
        )
      }
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t.rich("help", {
            link: (text) => (
              <Anchor component={Link} href="/settings/exports" size="sm" inherit underline="always">
                {text}
              </Anchor>
            ),
          })}
        </Text>
        {latest !== null && (
          <Text size="sm" role="status">
            <FileStatus file={latest} now={now} />
          </Text>
        )}
        {latest !== null && isFetchable(latest, now) && (
          <Group>
            <Button
              component="a"
              href={addressOf(`/v1/exports/${latest.id}/file`)}
              download
              size="xs"
              variant="default"
            >
              {t("download")}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
