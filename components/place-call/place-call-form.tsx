"use client";

import { Input, NativeSelect, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { CreateCall } from "@/lib/calls/calls/schema";
import { api } from "../api";
import { FormButtons } from "../form-buttons";
import { say, useAction, warn } from "../use-action";
import { useBodyForm } from "../use-body-form";
import { useScopedRouter } from "../use-scoped-router";
import type { CallSubject } from "./call-subject";
import { ReachPanel } from "./reach-panel";
import { useLiveAgents } from "./use-live-agents";

const PURPOSES = ["informational", "telemarketing"] as const;
type Purpose = (typeof PURPOSES)[number];
type Values = { agent_id: string; to: string; purpose: Purpose };

const toPurpose = (value: string): Purpose =>
  PURPOSES.find((purpose) => purpose === value) ?? "informational";

/** The form of a single outbound call. It opens the call's page. */
export function PlaceCallForm({ agent, contact, onDone }: CallSubject & { onDone: () => void }) {
  const t = useTranslations("dialing");
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const agents = useLiveAgents(agent === undefined);
  const form = useBodyForm<typeof CreateCall, Values>({
    loadSchema: async () => (await import("@/lib/calls/calls/schema")).CreateCall,
    initialValues: { agent_id: agent?.id ?? "", to: contact?.phone ?? "", purpose: "informational" },
    bodyOf: ({ to, ...values }) => ({
      ...values,
      channel: "phone",
      ...(contact === undefined ? { to } : { contact_id: contact.id }),
    }),
    problemsOf: ({ agent_id, to }) => ({
      agent_id: agent_id === "" ? t("agentMissing") : null,
      to: to.trim() === "" ? t("toMissing") : null,
    }),
  });
  const { to, purpose } = form.getValues();
  const place = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/calls", { body }), {
      form: form.messages,
      refresh: false,
    });
    if (!result.ok) return;
    if (result.data.status === "blocked") warn(t("blocked"));
    else say(t("placed"));
    onDone();
    router.push(`/calls/${result.data.id}`);
  });
  return (
    <form onSubmit={place} noValidate>
      <Stack>
        {agent !== undefined ? (
          <Input.Wrapper label={t("agent")} labelElement="div">
            <Text size="sm">{t("version", { name: agent.name, version: String(agent.live_version) })}</Text>
          </Input.Wrapper>
        ) : (
          <NativeSelect
            label={t("agent")}
            description={agents?.length === 0 ? t("agentNone") : t("agentHelp")}
            data={[
              { value: "", label: "", disabled: true },
              ...(agents ?? []).map(({ id, name, live_version }) => ({
                value: id,
                label: t("version", { name, version: String(live_version) }),
              })),
            ]}
            withAsterisk
            {...form.getInputProps("agent_id")}
          />
        )}
        {contact === undefined && (
          <TextInput
            label={t("to")}
            description={t("toHelp")}
            placeholder="+12125550142"
            type="tel"
            autoComplete="off"
            withAsterisk
            data-autofocus
            {...form.getInputProps("to")}
          />
        )}
        <Input.Wrapper label={t("purpose")} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={t("purpose")}
              data={PURPOSES.map((value) => ({ value, label: t(`purposes.${value}`) }))}
              value={purpose}
              onChange={(value) => form.setFieldValue("purpose", toPurpose(value))}
            />
          </div>
        </Input.Wrapper>
        <ReachPanel contactId={contact?.id} phone={to} purpose={purpose} />
        <FormButtons onCancel={onDone} busy={busy}>
          {t("action")}
        </FormButtons>
      </Stack>
    </form>
  );
}
