"use client";

import { Alert, Button, Group, Paper, Radio, Select, Stack, Text, TextInput } from "@mantine/core";
import { api } from "@/components/api";
import { LinkButton } from "@/components/link-button";
import { EmptyState } from "@/components/states";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useScopedRouter } from "@/components/use-scoped-router";
import { type Campaign, CreateCampaign } from "@/lib/outreach/campaigns/schema";
import type { AgentChoice } from "./agent-choice";
import { pathOf } from "./steps";

type Values = { name: string; agent_id: string; purpose: Campaign["purpose"] };
type Props = { campaign: Campaign | null; agents: readonly AgentChoice[] };

/** Describes an agent type's part in a campaign. */
const REACHES = { voice: "It calls by phone.", messaging: "It writes text messages." } as const;

/** Which agent reaches out, and what for. The first save makes the draft. */
export function WhoStep({ campaign, agents }: Props) {
  const router = useScopedRouter();
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateCampaign, Values>({
    schema: CreateCampaign,
    bodyOf: (values) => values,
    initialValues: {
      name: campaign?.name ?? "",
      agent_id: campaign?.agent_id ?? "",
      purpose: campaign?.purpose ?? "informational",
    },
    problemsOf: ({ name, agent_id }) => ({
      name: name.trim() === "" ? "Give it a name." : null,
      agent_id: agent_id === "" ? "Choose an agent." : null,
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
    // Back does not lead to a form that would make a second draft.
    if (campaign === null) router.replace(next);
    else router.push(next);
  });

  if (agents.length === 0)
    return (
      <EmptyState
        title="There is no agent yet"
        action={<LinkButton href="/agents">Go to the agents</LinkButton>}
      >
        A campaign needs an agent that calls or texts. Build one and deploy it first.
      </EmptyState>
    );
  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Paper withBorder p="lg">
        <Stack>
          <TextInput
            label="Name"
            description="For you and your team. Contacts do not hear it."
            maxLength={200}
            {...form.getInputProps("name")}
          />
          <Select
            label="Agent"
            data={agents.map(({ value, name, status }) => ({
              value,
              label: status === "live" ? name : `${name} (not deployed yet)`,
            }))}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No such agent."
            {...form.getInputProps("agent_id")}
          />
          {agent && (
            <Text size="sm" c="dimmed">
              {REACHES[agent.type]}
            </Text>
          )}
          {agent && agent.status !== "live" && (
            <Alert color="yellow">This agent has no live version. Deploy it before the launch.</Alert>
          )}
          <Radio.Group label="Purpose" {...form.getInputProps("purpose")}>
            <Stack gap="sm" mt={6}>
              <Radio
                value="informational"
                label="Information"
                description="What somebody waits for or has to know: an appointment, a delivery, an answer. Needs their consent to information."
              />
              <Radio
                value="telemarketing"
                label="Telemarketing"
                description="Anything that is to sell. Needs their consent to telemarketing on this very channel: a consent to information does not count. Some regions allow fewer hours and attempts."
              />
            </Stack>
          </Radio.Group>
          <Group>
            <Button type="submit" loading={busy}>
              Save and continue
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}
