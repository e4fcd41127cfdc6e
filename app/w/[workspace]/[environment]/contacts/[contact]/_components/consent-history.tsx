"use client";

import { Anchor, Badge, Code, Stack, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { Consent } from "@/lib/contacts/consent/schema";
import { AddConsent } from "./add-consent";

const ICON = { size: 12, stroke: 2.5, "aria-hidden": true } as const;
const LONG = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

/** Names of members by ID. */
type Names = Readonly<Record<string, string>>;

/** The member, API key, call or import that created an entry. */
function EnteredBy({ entry, names }: { entry: Consent; names: Names }) {
  const t = useTranslations("contacts.history");
  const memberName = (id: string) => names[id] ?? t("formerMember");
  const { actor, attested_by, call_id, import_id, created_at } = entry;
  return (
    <Stack gap={2} align="flex-start">
      {actor.type === "member" && <Text size="sm">{memberName(actor.id)}</Text>}
      {(actor.type === "system" || actor.type === "operator") && <Badge color="gray">{t("system")}</Badge>}
      {actor.type === "key" && (
        <Text size="xs" style={LONG}>
          {t.rich("key", { id: actor.id, code: (text) => <Code fz="xs">{text}</Code> })}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <Time at={created_at} />
      </Text>
      {attested_by !== null && (
        <Text size="xs" c="dimmed" style={LONG}>
          {t("attested", {
            name: attested_by.startsWith("mem_") ? memberName(attested_by) : attested_by,
          })}
        </Text>
      )}
      {call_id !== null && (
        <Anchor component={Link} href={`/calls/${call_id}`} prefetch={false} size="xs">
          {t("call")}
        </Anchor>
      )}
      {import_id !== null && (
        <Text size="xs" c="dimmed">
          {t("import")}
        </Text>
      )}
    </Stack>
  );
}

/** The consent's wording and evidence, if recorded. */
function Grounds({ source, wording, evidence }: Consent) {
  const t = useTranslations("contacts.history");
  return (
    <Stack gap={2} miw={140}>
      <Text size="sm" style={LONG}>
        {source}
      </Text>
      {wording !== null && (
        <Text size="xs" c="dimmed" style={LONG}>
          {t.rich("wording", { wording, q: (text) => <q>{text}</q> })}
        </Text>
      )}
      {evidence !== null && (
        <Text size="xs" c="dimmed" style={LONG}>
          {t("evidence", { evidence })}
        </Text>
      )}
    </Stack>
  );
}

function useColumns(names: Names): Column<Consent>[] {
  const t = useTranslations("contacts");
  return useMemo(
    () => [
      {
        id: "entry",
        header: t("history.entry"),
        cell: ({ purpose, channel, granted, at }) => (
          <Stack gap={4} align="flex-start">
            <Badge
              color={granted ? "teal" : "red"}
              miw="max-content"
              leftSection={granted ? <IconCheck {...ICON} /> : <IconX {...ICON} />}
            >
              {granted ? t("history.granted") : t("history.revoked")}
            </Badge>
            <Text size="sm" style={{ whiteSpace: "nowrap" }}>
              {t(`consent.kind.${purpose}.${channel}`)}
            </Text>
            <Text size="xs" c="dimmed">
              <Time at={at} />
            </Text>
          </Stack>
        ),
      },
      { id: "source", header: t("history.source"), cell: (entry) => <Grounds {...entry} /> },
      {
        id: "actor",
        header: t("history.enteredBy"),
        cell: (entry) => <EnteredBy entry={entry} names={names} />,
      },
    ],
    [t, names],
  );
}

type Props = {
  contactId: string;
  page: TablePage<Consent>;
  /** Names of the members in it. */
  names: Names;
  mayAdd: boolean;
};

/** Every consent that the contact gave or withdrew, the latest first. */
export function ConsentHistory({ contactId, page, names, mayAdd }: Props) {
  const t = useTranslations("contacts.history");
  const columns = useColumns(names);
  return (
    <Panel title={t("title")} actions={mayAdd && <AddConsent contactId={contactId} />}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("help")}
      </Text>
      <DataTable
        label={t("label")}
        columns={columns}
        page={page}
        minWidth={500}
        empty={
          <EmptyState title={t("empty")} order={3}>
            {t("emptyHelp")}
          </EmptyState>
        }
      />
    </Panel>
  );
}
