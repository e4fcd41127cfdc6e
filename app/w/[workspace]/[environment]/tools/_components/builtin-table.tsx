"use client";

import { Badge, Box, Paper, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Builtin } from "@/lib/agents/tools/schema";

/** The built-in tools with texts for members. The descriptions of the API are written for the model. */
const DESCRIBED = [
  "end_call",
  "schedule_callback",
  "opt_out",
  "transfer_to_human",
  "send_text",
  "send_secure_payment_link",
  "transfer_to_payment_ivr",
] as const;
type Described = (typeof DESCRIBED)[number];
type Dependent = Exclude<Described, "end_call" | "schedule_callback" | "opt_out">;

const isDescribed = (name: string): name is Described => DESCRIBED.some((described) => described === name);
const isDependent = (name: string): name is Dependent =>
  isDescribed(name) && name !== "end_call" && name !== "schedule_callback" && name !== "opt_out";

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
              <Text size="sm">{isDescribed(name) ? t(`about.${name}`) : description}</Text>
              {missing !== null && (
                <Text size="sm" c="dimmed">
                  {isDependent(name) ? t(`needs.${name}`) : missing}
                </Text>
              )}
            </Stack>
          </Box>
        ))}
      </Paper>
    </Box>
  );
}
