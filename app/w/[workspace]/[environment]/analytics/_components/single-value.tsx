"use client";

import { Anchor, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import type { Line, Point } from "./points";

type Props = {
  lines: readonly Line[];
  point: Point | undefined;
  write: (value: number) => string;
  /** The text without data: the event that produces some. */
  empty: string;
};

/** The values of the only point with data, in place of a chart; without a point, what is missing. */
export function SingleValue({ lines, point, write, empty }: Props) {
  const t = useTranslations("analytics.chart");
  if (point === undefined)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  const values = lines.flatMap(({ name }) => {
    const value = point.values[name];
    return value ? [{ name, value }] : [];
  });
  return (
    <>
      <Group gap="xl">
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
      <Text size="sm" mt="xs">
        {t.rich("single", {
          bucket: point.bucket,
          link: (text) => (
            <Anchor component={Link} href={point.href} size="sm" underline="always" prefetch={false}>
              {text}
            </Anchor>
          ),
        })}
      </Text>
    </>
  );
}
