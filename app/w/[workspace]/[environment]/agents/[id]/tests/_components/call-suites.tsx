"use client";

import { Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/link-button";
import { Panel } from "@/components/panel";
import type { SuiteItem } from "@/lib/suites/suites/schema";

type Props = { agentId: string; callId: string; suites: readonly SuiteItem[] };

/** The suites that the case of a call can be added to. */
export function CallSuites({ agentId, callId, suites }: Props) {
  const t = useTranslations("suites.fromCall");
  const query = `?call=${callId}`;
  return (
    <Panel title={t("title")}>
      <Text size="sm" mb="md">
        {t("description")}
      </Text>
      <Group gap="sm">
        {suites.map(({ id, name }) => (
          <LinkButton key={id} variant="default" href={`/agents/${agentId}/tests/${id}${query}`}>
            {t("into", { name })}
          </LinkButton>
        ))}
        <LinkButton
          variant={suites.length === 0 ? "filled" : "default"}
          href={`/agents/${agentId}/tests/new${query}`}
        >
          {t("create")}
        </LinkButton>
      </Group>
    </Panel>
  );
}
