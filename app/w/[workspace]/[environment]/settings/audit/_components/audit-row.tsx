"use client";

import { Badge, Code, Group, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Time } from "@/components/time";
import type { AuditEntry } from "@/lib/platform/audit/schema";
import { changesOf } from "./changes";

const WHO = { key: "Key", member: "Member", system: "Parley", operator: "Operator", staff: "Staff" } as const;
const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

/** One entry; its button shows what it changed and where it came from. */
export function AuditRow({ entry, isSelf }: { entry: AuditEntry; isSelf: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { action, target, actor, at } = entry;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Table.Tr>
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
        <Table.Td>
          <Text size="sm" ff="monospace" style={WRAP}>
            {target}
          </Text>
        </Table.Td>
        <Table.Td>
          <Group gap={6} wrap="nowrap">
            <Badge color={actor.type === "member" ? "teal" : "gray"}>
              {isSelf ? "You" : WHO[actor.type]}
            </Badge>
            <Text size="sm" ff="monospace" style={WRAP}>
              {actor.id}
            </Text>
          </Group>
        </Table.Td>
        <Table.Td>
          <Time at={at} />
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr id={details}>
          <Table.Td colSpan={4} bg="var(--surface-hover)">
            <Details entry={entry} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <Stack gap="md" py="xs">
      {changes.length > 0 ? (
        <Table withRowBorders={false} verticalSpacing={4} aria-label={`What ${entry.action} changed`}>
          <Table.Thead>
            <Table.Tr>
              {["Field", "Before", "After"].map((head) => (
                <Table.Th key={head} scope="col" fz="xs" c="dimmed">
                  {head}
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
        <Text size="sm">No settings were changed by this.</Text>
      )}
      <Group gap="lg">
        <Origin label="Request" value={entry.request_id} />
        <Origin label="Address" value={entry.address ?? "none"} />
        <Origin label="Entry" value={String(entry.seq)} />
        <Origin label="Hash" value={entry.hash} />
      </Group>
    </Stack>
  );
}

const Origin = ({ label, value }: { label: string; value: string }) => (
  <Text size="xs" component="span">
    {label} <Code style={WRAP}>{value}</Code>
  </Text>
);
