"use client";

import { Anchor, Code, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Facts } from "@/components/facts";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Receipt } from "@/components/receipt";
import { Time } from "@/components/time";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Deletion } from "@/lib/data/erasure/schema";
import { isUnderWay } from "@/lib/data/erasure/values";

const VERIFY_COMMAND = "npm run receipt:verify";
const PUBLIC_KEY_PATH = "/v1/deletions/public-key";

type Props = {
  deletion: Deletion;
  /** The requester's name, if known. */
  by: string;
  /** Whether the contact exists. */
  hasContact: boolean;
};

/** One deletion: its contact if that exists, its status, and its receipt. */
export function DeletionPanel({ deletion, by, hasContact }: Props) {
  const t = useTranslations("records.deletions");
  useRefreshWhile(isUnderWay(deletion));
  const { id, contact_id, blocked_by, requested_at, due_by, completed_at } = deletion;
  return (
    <Stack maw={760}>
      <Panel title={t("request")}>
        <Facts
          rows={[
            [
              t("contact"),
              contact_id !== null && hasContact ? (
                <Anchor key="contact" component={Link} href={`/contacts/${contact_id}`} size="sm">
                  {contact_id}
                </Anchor>
              ) : contact_id === null ? (
                t("noContact")
              ) : (
                t("deleted")
              ),
            ],
            [t("requested"), <Time key="at" at={requested_at} as="datetime" />],
            [t("requestedBy"), by],
            completed_at !== null ? null : [t("due"), <Time key="due" at={due_by} as="date" />],
            [t("id"), <Code key="id">{id}</Code>],
          ]}
        />
        {blocked_by !== null && (
          <Text size="sm" mt="sm" role="status">
            {t(`blocked.${blocked_by}`)}
          </Text>
        )}
      </Panel>
      {completed_at !== null && (
        <Panel title={t("receipt")}>
          <Receipt deletion={deletion} />
          <Text size="sm" c="dimmed" mt="sm">
            {t.rich("receiptHelp", {
              command: () => <Code>{VERIFY_COMMAND}</Code>,
              path: () => <Code>{PUBLIC_KEY_PATH}</Code>,
            })}
          </Text>
        </Panel>
      )}
    </Stack>
  );
}
