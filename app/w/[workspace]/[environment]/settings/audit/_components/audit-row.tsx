"use client";

import { Badge, Code, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Table } from "@/components/table";
import { Time } from "@/components/time";
import type { AuditEntry } from "@/lib/platform/audit/schema";
import classes from "./audit-table.module.css";
import { changesOf } from "./changes";
import { NamedId } from "./named-id";
import { recordPath } from "./record-path";

const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

type Props = {
  entry: AuditEntry;
  /** Whether the signed-in member is the actor. */
  isSelf: boolean;
  /** Names of members, API keys and targets, by ID. */
  names: Readonly<Record<string, string>>;
};

/** One entry. Its button shows the changes and the origin. */
export function AuditRow({ entry, isSelf, names }: Props) {
  const t = useTranslations("records.audit");
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { action, target, actor, at } = entry;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Table.Tr className={classes.entry ?? ""}>
        <Table.Td>
          <UnstyledButton
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Group gap={6} wrap="nowrap">
              <Chevron size={16} aria-hidden />
              <Text size="sm" fw={500} ff="monospace">
                {action}
              </Text>
            </Group>
          </UnstyledButton>
        </Table.Td>
        <Table.Td className={classes.target ?? ""}>
          <NamedId id={target} name={names[target]} href={recordPath(target)} />
        </Table.Td>
        <Table.Td>
          <Group gap={6} wrap="nowrap" className={classes.actor ?? ""}>
            <Badge color={actor.type === "member" ? "teal" : "gray"}>
              {isSelf ? t("self") : t(`actors.${actor.type}`)}
            </Badge>
            <NamedId id={actor.id} name={names[actor.id]} />
          </Group>
        </Table.Td>
        <Table.Td>
          <Time at={at} />
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr id={details} className={classes.details ?? ""}>
          <Table.Td colSpan={4} bg="var(--surface-hover)">
            <Details entry={entry} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("records.audit");
  const changes = changesOf(t, entry);
  return (
    <Stack gap="md" py="xs">
      {changes.length > 0 ? (
        <Table withRowBorders={false} verticalSpacing={4} aria-label={t("changes", { action: entry.action })}>
          <Table.Thead>
            <Table.Tr>
              {(["field", "before", "after"] as const).map((head) => (
                <Table.Th key={head} scope="col" fz="xs" c="dimmed">
                  {t(head)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, before, after }) => (
              <Table.Tr key={field} fw={before === after ? undefined : 500}>
                <Table.Th scope="row" fw={400} fz="sm" ff="monospace">
                  {field}
                </Table.Th>
                <Table.Td style={WRAP}>{before ?? "–"}</Table.Td>
                <Table.Td style={WRAP}>{after ?? "–"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Text size="sm">{t("noChanges")}</Text>
      )}
      <Group gap="lg">
        <Origin label={t("request")} value={entry.request_id} />
        <Origin label={t("address")} value={entry.address ?? t("noAddress")} />
        <Origin label={t("entry")} value={String(entry.seq)} />
        <Origin label={t("hash")} value={entry.hash} />
      </Group>
    </Stack>
  );
}

const Origin = ({ label, value }: { label: string; value: string }) => (
  <Text size="xs" component="span">
    {label} <Code style={WRAP}>{value}</Code>
  </Text>
);
