"use client";

import { Box, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FewLines } from "@/components/few-lines";
import { useChannelName } from "@/components/use-channel-name";
import { CallerFields } from "./caller-fields";
import { CheckFields } from "./check-fields";
import { LineFields } from "./line-fields";
import type { LineValues } from "./suite-form";
import type { CaseEditorProps } from "./suite-form-type";
import { ToolFields } from "./tool-fields";

/** A case that was just removed has no values. */
const TEXT_LINE: LineValues = { codec: "text", noise: "none", snr_db: "20" };
const CHANNELS = ["chat", "sms", "phone", "web"] as const;

/** All fields of a case. */
export function CaseEditor({ form, at, agent, disabled }: CaseEditorProps) {
  const t = useTranslations("suites.case");
  const tZone = useTranslations("common.timeZone");
  const channelName = useChannelName();
  const path = `cases.${at}`;
  const values = form.getValues().cases[at];
  const line = values?.line ?? TEXT_LINE;
  return (
    <Box component="fieldset" disabled={disabled} p={0} m={0} bd={0} miw={0}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t("name")} maxLength={200} {...form.getInputProps(`${path}.name`)} />
          <NativeSelect
            label={t("channel")}
            data={CHANNELS.map((value) => ({ value, label: channelName(value) }))}
            {...form.getInputProps(`${path}.channel`)}
          />
          <TextInput
            label={t("startsAt")}
            description={t("startsAtHelp")}
            {...form.getInputProps(`${path}.starts_at`)}
          />
          <TextInput
            label={tZone("label")}
            description={t("timeZoneHelp")}
            {...form.getInputProps(`${path}.time_zone`)}
          />
        </SimpleGrid>
        <CallerFields form={form} path={`${path}.caller`} type={values?.caller.type ?? "script"} />
        <LineFields form={form} path={`${path}.line`} line={line} />
        <FewLines
          label={t("variables")}
          description={t("variablesHelp")}
          {...(agent.variables[0] !== undefined && { placeholder: `${agent.variables[0]} = …` })}
          {...form.getInputProps(`${path}.variables`)}
        />
        <ToolFields form={form} at={at} />
        <CheckFields form={form} at={at} agent={agent} />
      </Stack>
    </Box>
  );
}
