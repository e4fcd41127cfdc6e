"use client";

import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { api } from "@/components/api";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useRefreshWhile } from "@/components/use-refresh";
import { useScopedAddress } from "@/components/use-scope";
import { type Export, isFetchable, isInProgress } from "@/lib/data/exports/schema";

/** Status of the latest file. */
function Latest({ file, now }: { file: Export; now: string }): ReactNode {
  if (isInProgress(file))
    return `Their file is being written: ${file.rows.toLocaleString("en")} records so far.`;
  if (file.status === "failed") return "Their file could not be written. Make it again.";
  if (file.status === "withdrawn")
    return "Their file was withdrawn, as somebody was erased or more is masked now. Make it again.";
  if (!isFetchable(file, now))
    return (
      <>
        Their file of <Time at={file.created_at} as="date" /> has expired. Make it again if it is needed.
      </>
    );
  return (
    <>
      Their file of <Time at={file.created_at} as="datetime" /> is ready: {file.rows.toLocaleString("en")}{" "}
      records. It can be fetched until <Time at={file.expires_at} as="datetime" />.
    </>
  );
}

type Props = { contactId: string /** The latest file. */; latest: Export | null; now: string };

/** Requests a file with all data of a contact (right of access). */
export function AccessPanel({ contactId, latest, now }: Props) {
  const { busy, run } = useAction();
  const underWay = latest !== null && isInProgress(latest);
  useRefreshWhile(underWay);
  const addressOf = useScopedAddress();
  const ask = () =>
    run(() => api.post("/v1/contacts/:contact/access-request", { params: { contact: contactId } }), {
      done: "The file is being written.",
    });
  return (
    <Panel
      title="Access request"
      actions={
        !underWay && (
          <Button size="xs" variant="default" loading={busy} onClick={ask}>
            Make their file
          </Button>
        )
      }
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          A file of everything that is held on them, for who asks what that is: the record, consents,
          campaigns, texts, and calls with their transcripts, masked as everywhere. It lies under{" "}
          <Anchor component={Link} href="/settings/exports" size="sm" inherit underline="always">
            Exports
          </Anchor>{" "}
          too, and who made or fetched it is in the audit log.
        </Text>
        {latest !== null && (
          <Text size="sm" role="status">
            <Latest file={latest} now={now} />
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
              Download their file
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
