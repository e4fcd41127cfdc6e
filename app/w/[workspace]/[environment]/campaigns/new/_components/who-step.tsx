"use client";

import { Alert, Group, Paper, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { LinkButton } from "@/components/link-button";
import { SearchSelect } from "@/components/search-select";
import { EmptyState } from "@/components/states";
import { SubmitButton } from "@/components/submit-button";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Campaign, CreateCampaign } from "@/lib/outreach/campaigns/schema";
import type { AgentChoice } from "./agent-choice";
import { pathOf } from "./steps";

type Values = { name: string; agent_id: string; purpose: Campaign["purpose"] };
type Props = {
  campaign: Campaign | null;
  agents: readonly AgentChoice[];
  /** The agent that a new campaign starts with. */
  agentId: string | null;
};

/** The agent of a workspace that has one; else none is selected. */
const onlyAgentOf = (agents: readonly AgentChoice[]): string =>
  agents.length === 1 ? (agents[0]?.value ?? "") : "";

/** The agent and the purpose. The first save creates the draft. */
export function WhoStep({ campaign, agents, agentId }: Props) {
  const t = useTranslations("campaigns");
  const tPurpose = useTranslations("contacts.purpose");
  const router = useScopedRouter();
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateCampaign, Values>({
    loadSchema: async () => (await import("@/lib/outreach/campaigns/schema")).CreateCampaign,
    bodyOf: (values) => values,
    initialValues: {
      name: campaign?.name ?? "",
      agent_id: campaign?.agent_id ?? agentId ?? onlyAgentOf(agents),
      purpose: campaign?.purpose ?? "informational",
    },
    problemsOf: ({ name, agent_id }) => ({
      name: name.trim() === "" ? t("nameMissing") : null,
      agent_id: agent_id === "" ? t("who.agentMissing") : null,
    }),
  });
  const agent = agents.find(({ value }) => value === form.values.agent_id);

  const save = form.onSend(async (body) => {
    const result = await run(
      () =>
        campaign === null
          ? api.post("/v1/campaigns", { body })
          : api.patch("/v1/campaigns/:id", { params: { id: campaign.id }, body }),
      { form, refresh: false },
    );
    if (!result.ok) return;
    form.resetDirty();
    const next = pathOf(result.data.id, "when");
    // The back button must not return to a form that would create a second draft.
    if (campaign === null) router.replace(next);
    else router.push(next);
  });

  if (agents.length === 0)
    return (
      <EmptyState
        title={t("who.empty")}
        action={<LinkButton href="/agents">{t("who.emptyAction")}</LinkButton>}
      >
        {t("who.emptyHelp")}
      </EmptyState>
    );
  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Paper withBorder p="lg">
        <Stack>
          <TextInput
            label={t("list.name")}
            description={t("who.nameHelp")}
            maxLength={200}
            {...form.getInputProps("name")}
          />
          <SearchSelect
            label={t("list.agent")}
            data={agents.map(({ value, name, status }) => ({
              value,
              label: status === "live" ? name : t("who.agentDraft", { name }),
            }))}
            nothingFoundMessage={t("who.agentEmpty")}
            {...form.getInputProps("agent_id")}
          />
          {agent && (
            <Text size="sm" c="dimmed">
              {t(`who.reach.${agent.type}`)}
            </Text>
          )}
          {agent && agent.status !== "live" && <Alert color="yellow">{t("who.notLive")}</Alert>}
          <Radio.Group label={t("list.purpose")} {...form.getInputProps("purpose")}>
            <Stack gap="sm" mt={6}>
              <Radio
                value="informational"
                label={tPurpose("informational")}
                description={t("who.informationalHelp")}
              />
              <Radio
                value="telemarketing"
                label={tPurpose("telemarketing")}
                description={t("who.telemarketingHelp")}
              />
            </Stack>
          </Radio.Group>
          <Group>
            <SubmitButton loading={busy}>{t("create.action")}</SubmitButton>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}
