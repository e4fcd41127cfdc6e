"use client";

import { Badge, Box, Paper, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Builtin } from "@/lib/agents/tools/schema";

/** The tools of every workspace, and the settings that each is missing. */
export function BuiltinTable({ tools }: { tools: readonly Builtin[] }) {
  const t = useTranslations("tools.builtin");
  return (
    <Box component="section" mt={40} aria-labelledby="builtin">
      <Title order={2} fz={18} id="builtin">
        {t("title")}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t("description")}
      </Text>
      <Paper withBorder component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {tools.map(({ name, description, missing }, at) => (
          <Box
            key={name}
            component="li"
            p="md"
            style={{ borderTop: at === 0 ? undefined : "1px solid var(--line-soft)" }}
          >
            <Stack gap={4}>
              <Box style={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 8 }}>
                <Text size="sm" fw={500} ff="monospace" component="span">
                  {name}
                </Text>
                <Badge color={missing === null ? "teal" : "orange"}>
                  {missing === null ? t("ready") : t("notReady")}
                </Badge>
              </Box>
              <Text size="sm">{description}</Text>
              {missing !== null && (
                <Text size="sm" c="dimmed">
                  {missing}
                </Text>
              )}
            </Stack>
          </Box>
        ))}
      </Paper>
    </Box>
  );
}
