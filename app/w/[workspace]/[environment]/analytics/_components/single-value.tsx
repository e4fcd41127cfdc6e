"use client";

import { Anchor, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import type { Line, Point } from "./points";

type Props = { lines: readonly Line[]; point: Point | undefined; write: (value: number) => string };

/** The values of the only point with data, in place of a chart; without a point, a note. */
export function SingleValue({ lines, point, write }: Props) {
  const t = useTranslations("analytics.chart");
  if (point === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t("empty")}
      </Text>
    );
  const values = lines.flatMap(({ name }) => {
    const value = point.values[name];
    return value ? [{ name, value }] : [];
  });
  return (
    <>
      <Anchor component={Link} href={point.href} size="sm" prefetch={false}>
        {point.bucket}
      </Anchor>
      <Group gap="xl" mt={4}>
        {values.map(({ name, value }) => (
          <div key={name}>
            <Text fz={24} fw={600} lh={1.4} style={{ fontVariantNumeric: "tabular-nums" }}>
              {write(value)}
            </Text>
            <Text size="sm" c="dimmed">
              {name}
            </Text>
          </div>
        ))}
      </Group>
    </>
  );
}
