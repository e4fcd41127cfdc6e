"use client";

import { Box, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ScrollRegion } from "@/components/scroll-region";
import type { DeployPreview } from "@/lib/agents/agents/schema";
import { Differences } from "../../versions/_components/differences";
import { diffConfigs } from "../../versions/config-diff";
import { sideName } from "../../versions/sides";
import classes from "./deploy.module.css";

type Props = { preview: DeployPreview; isRollback: boolean };

/** The changes from the live version, by section of the builder. They scroll within their frame. */
export function ChangeList({ preview, isRollback }: Props) {
  const t = useTranslations("agents");
  const { live, config, version } = preview;
  const sections = useMemo(
    () => (live === null ? [] : diffConfigs(t, live.config, config)),
    [t, live, config],
  );
  const title = live === null ? t("deploy.changes") : t("deploy.changesFrom", { live: String(live.version) });
  return (
    <Box component="section" aria-label={title}>
      <Title order={3} fz={14} mb={6}>
        {title}
      </Title>
      {live === null || sections.length === 0 ? (
        <Text size="sm" c="dimmed">
          {live === null ? t("deploy.first") : t("deploy.unchanged", { live: String(live.version) })}
        </Text>
      ) : (
        <ScrollRegion mah="38vh" className={classes.changes ?? ""} role="group" label={title}>
          <Stack gap="lg" p="md">
            {sections.map((section) => (
              <Box key={section.id}>
                <Title order={4} fz={14} c="dimmed" fw={500} mb="xs">
                  {section.title}
                </Title>
                <Differences
                  section={section}
                  from={sideName(t, live.version)}
                  to={sideName(t, isRollback ? version : "draft")}
                />
              </Box>
            ))}
          </Stack>
        </ScrollRegion>
      )}
    </Box>
  );
}
