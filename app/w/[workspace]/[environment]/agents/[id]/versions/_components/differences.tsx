"use client";

import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Table } from "@/components/table";
import type { Difference, SectionDifference, ValueDifference } from "../config-diff";
import classes from "./differences.module.css";
import { TextLines } from "./text-lines";

type Sides = { from: string; to: string };

/** Differences of one section: fields in a table, texts by line, lists by name. */
export function Differences({ section, ...sides }: Sides & { section: SectionDifference }) {
  const values = section.differences.filter((difference) => difference.kind === "value");
  return (
    <Stack gap="md">
      {values.length > 0 && <Values label={section.title} values={values} {...sides} />}
      {section.differences.map((difference) =>
        difference.kind === "value" ? null : (
          <Part key={nameOf(difference)} difference={difference} sides={sides} />
        ),
      )}
    </Stack>
  );
}

const nameOf = (difference: Difference): string =>
  difference.kind === "item" ? `${difference.change} ${difference.name}` : difference.label;

type PartProps = { difference: Exclude<Difference, { kind: "value" }>; sides: Sides };

function Part({ difference, sides }: PartProps) {
  const t = useTranslations("agents.compare");
  if (difference.kind === "text")
    return (
      <Box>
        <Title order={4} fz={14} fw={500} mb={6}>
          {difference.label}
        </Title>
        <TextLines lines={difference.lines} />
      </Box>
    );
  const { name, change } = difference;
  if (change === "changed")
    return (
      <Box>
        <ItemHead name={name} badge={t("changed")} />
        <Values label={name} values={difference.attributes} {...sides} />
      </Box>
    );
  const isAdded = change === "added";
  const Mark = isAdded ? "ins" : "del";
  return (
    <Mark className={`${classes.item} ${isAdded ? classes.added : classes.removed}`}>
      <ItemHead name={name} badge={isAdded ? t("added") : t("removed")} />
      {difference.detail !== "" && (
        <Text size="sm" className={classes.words ?? ""}>
          {difference.detail}
        </Text>
      )}
    </Mark>
  );
}

const ItemHead = ({ name, badge }: { name: string; badge: string }) => (
  <Group gap="sm" mb={4}>
    <Title order={4} fz={14} ff="monospace" fw={500} style={{ overflowWrap: "anywhere" }}>
      {name}
    </Title>
    <Text size="xs" fw={500} className={classes.state ?? ""}>
      {badge}
    </Text>
  </Group>
);

/** Fields with one value each, before and after. */
function Values({ label, values, from, to }: Sides & { label: string; values: readonly ValueDifference[] }) {
  const t = useTranslations("agents.compare");
  return (
    <Table layout="fixed" verticalSpacing={6} aria-label={label} className={classes.values ?? ""}>
      <Table.Thead>
        <Table.Tr>
          {[t("field"), from, to].map((head) => (
            <Table.Th key={head} scope="col" fz="xs" c="dimmed">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {values.map((difference) => (
          <Table.Tr key={difference.label}>
            <Table.Th scope="row" fw={500} fz="sm">
              {difference.label}
            </Table.Th>
            <Table.Td className={classes.words ?? ""}>
              <Value text={difference.before} as="del" />
            </Table.Td>
            <Table.Td className={classes.words ?? ""}>
              <Value text={difference.after} as="ins" />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ text, as: Mark }: { text: string | null; as: "ins" | "del" }) {
  const t = useTranslations("agents.compare");
  if (text === null)
    return (
      <Text size="sm" c="dimmed" component="span">
        {t("none")}
      </Text>
    );
  return <Mark className={Mark === "ins" ? classes.is : classes.was}>{text}</Mark>;
}
