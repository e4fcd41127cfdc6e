"use client";

import { Badge, Box, Paper, Stack, Text, Title } from "@mantine/core";
import type { Builtin } from "@/lib/agents/tools/schema";

/** The tools that every workspace has, and what each still lacks. */
export function BuiltinTable({ tools }: { tools: readonly Builtin[] }) {
  return (
    <Box component="section" mt={40} aria-labelledby="builtin">
      <Title order={2} fz={18} id="builtin">
        Built in
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        Every agent may name these. One that lacks something is refused when the agent is deployed.
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
                  {missing === null ? "Ready" : "Not yet"}
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
