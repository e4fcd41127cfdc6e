"use client";

import { Button, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "@/components/panel";
import { useScopedAddress } from "@/components/use-scope";
import { fileOf, type Scope } from "./links";

type Props = {
  title: string;
  /** The measure and its filters. */
  description: string;
  chart: string;
  scope: Scope;
  mayExport: boolean;
  children: ReactNode;
};

/** A chart with its title, its description and the link to its file. */
export function ChartPanel({ title, description, chart, scope, mayExport, children }: Props) {
  const t = useTranslations("analytics.chart");
  const addressOf = useScopedAddress();
  const actions = mayExport && (
    <Button
      component="a"
      href={addressOf(fileOf(chart, scope))}
      download
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={t("download", { title })}
    >
      {t("csv")}
    </Button>
  );
  return (
    <Panel title={title} actions={actions}>
      <Text size="sm" c="dimmed" mt={-6} mb="md">
        {description}
      </Text>
      {children}
    </Panel>
  );
}
