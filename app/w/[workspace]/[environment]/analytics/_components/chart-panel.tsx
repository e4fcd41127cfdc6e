"use client";

import { Button, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Panel } from "@/components/panel";
import { useScopedAddress } from "@/components/use-scope";
import { fileOf, type Scope } from "./links";

type Props = {
  title: string;
  /** The measure and its filters. */
  says: string;
  chart: string;
  scope: Scope;
  mayExport: boolean;
  children: ReactNode;
};

/** A chart in its box, with what it counts and the way to its file. */
export function ChartPanel({ title, says, chart, scope, mayExport, children }: Props) {
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
      aria-label={`${title} as CSV`}
    >
      CSV
    </Button>
  );
  return (
    <Panel title={title} actions={actions}>
      <Text size="sm" c="dimmed" mt={-6} mb="md">
        {says}
      </Text>
      {children}
    </Panel>
  );
}
