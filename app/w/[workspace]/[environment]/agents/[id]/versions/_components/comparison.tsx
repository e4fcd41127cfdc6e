"use client";

import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconEqual } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { SearchSelect } from "@/components/search-select";
import { EmptyState } from "@/components/states";
import { useAddress } from "@/components/use-address";
import type { Translator } from "@/messages/translator";
import type { SectionDifference } from "../config-diff";
import { type Side, sideName } from "../sides";
import { Differences } from "./differences";

type Props = {
  from: Side;
  to: Side;
  /** The highest version number. */
  last: number;
  live: number | null;
  sections: readonly SectionDifference[];
};

/** The member finds the others by typing. */
const CHOICES_SHOWN = 50;

const choicesOf = (t: Translator<"agents">, last: number, live: number | null) => [
  { value: "draft", label: sideName(t, "draft") },
  ...Array.from({ length: last }, (_, at) => last - at).map((version) => ({
    value: String(version),
    label: version === live ? t("compare.liveVersion", { version: String(version) }) : sideName(t, version),
  })),
];

/** Differences between two versions, or a version and the draft; the URL selects both. */
export function Comparison({ from, to, last, live, sections }: Props) {
  const t = useTranslations("agents");
  const address = useAddress();
  const data = choicesOf(t, last, live);
  const choose = (name: "from" | "to") => (value: string | null) =>
    address.set({
      from: String(from),
      to: String(to),
      cursor: address.get("cursor"),
      [name]: value,
    });
  const select = { data, allowDeselect: false, limit: CHOICES_SHOWN, w: 200 } as const;
  return (
    <Box component="section" id="compare" aria-labelledby="compare-title" style={{ scrollMarginTop: 72 }}>
      <Group justify="space-between" align="flex-end" mb="md">
        <Box>
          <Title order={2} fz={18} id="compare-title">
            {t("compare.title")}
          </Title>
          <Text size="sm" c="dimmed" aria-live="polite">
            {t("compare.summary", {
              from: String(from),
              to: String(to),
              count: sections.reduce((sum, { differences }) => sum + differences.length, 0),
            })}
          </Text>
        </Box>
        <Group gap="sm">
          <SearchSelect
            label={t("compare.from")}
            value={String(from)}
            onChange={choose("from")}
            {...select}
          />
          <SearchSelect label={t("compare.to")} value={String(to)} onChange={choose("to")} {...select} />
        </Group>
      </Group>
      {sections.length === 0 ? (
        <Paper withBorder>
          <EmptyState
            title={t("compare.emptyTitle")}
            order={3}
            icon={<IconEqual size={30} stroke={1.5} aria-hidden />}
          >
            {from === to ? t("compare.emptySame") : t("compare.empty")}
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
              <Differences section={section} from={sideName(t, from)} to={sideName(t, to)} />
            </Paper>
          ))}
        </Stack>
      )}
    </Box>
  );
}
