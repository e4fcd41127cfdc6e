"use client";

import { Box, Group, Paper, Select, Stack, Text, Title } from "@mantine/core";
import { IconEqual } from "@tabler/icons-react";
import { EmptyState } from "@/components/states";
import { useAddress } from "@/components/use-address";
import type { SectionDifference } from "../config-diff";
import { type Side, sideName } from "../sides";
import { Differences } from "./differences";

type Props = {
  from: Side;
  to: Side;
  /** The highest number there is. */
  last: number;
  live: number | null;
  sections: readonly SectionDifference[];
};

/** More are found by typing. */
const CHOICES_SHOWN = 50;

const choices = (last: number, live: number | null) => [
  { value: "draft", label: "The draft" },
  ...Array.from({ length: last }, (_, at) => last - at).map((version) => ({
    value: String(version),
    label: version === live ? `Version ${version} (live)` : `Version ${version}`,
  })),
];

const counted = (sections: Props["sections"]): string => {
  const count = sections.reduce((sum, { differences }) => sum + differences.length, 0);
  return count === 1 ? "1 difference" : `${count} differences`;
};

/** Differences between two versions, or a version and the draft; the URL selects both. */
export function Comparison({ from, to, last, live, sections }: Props) {
  const address = useAddress();
  const data = choices(last, live);
  const choose = (name: "from" | "to") => (value: string | null) =>
    address.set({
      from: String(from),
      to: String(to),
      cursor: address.get("cursor"),
      [name]: value,
    });
  const select = { data, allowDeselect: false, searchable: true, limit: CHOICES_SHOWN, w: 200 } as const;
  return (
    <Box component="section" id="compare" aria-labelledby="compare-title" style={{ scrollMarginTop: 72 }}>
      <Group justify="space-between" align="flex-end" mb="md">
        <Box>
          <Title order={2} fz={18} id="compare-title">
            Compare
          </Title>
          <Text size="sm" c="dimmed" aria-live="polite">
            From {sideName(from)} to {sideName(to)}
            {sections.length > 0 && `: ${counted(sections)}`}
          </Text>
        </Box>
        <Group gap="sm">
          <Select label="From" value={String(from)} onChange={choose("from")} {...select} />
          <Select label="To" value={String(to)} onChange={choose("to")} {...select} />
        </Group>
      </Group>
      {sections.length === 0 ? (
        <Paper withBorder>
          <EmptyState
            title="Nothing differs"
            order={3}
            icon={<IconEqual size={30} stroke={1.5} aria-hidden />}
          >
            {from === to
              ? "Choose two that are not the same."
              : `An agent behaves the same with ${sideName(from)} and ${sideName(to)}.`}
          </EmptyState>
        </Paper>
      ) : (
        <Stack gap="md" aria-busy={address.busy}>
          {sections.map((section) => (
            <Paper
              key={section.id}
              withBorder
              p="lg"
              component="section"
              aria-labelledby={`differs-${section.id}`}
            >
              <Title order={3} fz={16} mb="sm" id={`differs-${section.id}`}>
                {section.title}
              </Title>
              <Differences section={section} from={sideName(from)} to={sideName(to)} />
            </Paper>
          ))}
        </Stack>
      )}
    </Box>
  );
}
