"use client";

import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconPhone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { api } from "@/components/api";
import { PageHeader } from "@/components/page-header";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Translator } from "@/messages/translator";
import { AgentStatus } from "../../_components/agent-status";
import { Actions } from "./actions";
import { type AgentValues, changesOf, type Offers, type Rights, toValues } from "./agent-form";
import { Basics, Prompt, Tools, VoicePart } from "./behavior-sections";
import { Outcomes, Variables } from "./list-sections";
import { DisclosurePart, Limits, RecordingPart } from "./policy-sections";
import { SectionLinks } from "./section-links";
import classes from "./test/test.module.css";
import { type TestMode, TestPanel } from "./test/test-panel";

type Props = { agent: Agent; offers: Offers; rights: Rights };

/** Which version is live, and whether the draft differs from it. */
function deployState(t: Translator<"agents.builder">, agent: Agent): string {
  if (agent.live_version === null) return t("notLive");
  const version = String(agent.live_version);
  return agent.has_unpublished_changes ? t("liveChanged", { version }) : t("live", { version });
}

export function Builder({ agent: first, offers, rights }: Props) {
  const t = useTranslations("agents");
  const tBuilder = useTranslations("agents.builder");
  const [agent, setAgent] = useState(first);
  const { busy, run } = useAction();
  const [opened, drawer] = useDisclosure(false);
  const [mode, setMode] = useState<TestMode>("text");
  const [isInCall, setInCall] = useState(false);
  const callButton = useRef<HTMLButtonElement>(null);
  const form = useForm<AgentValues>({ initialValues: toValues(first) });
  const dirty = Object.keys(changesOf(form.values, agent)).length > 0;

  function show(saved: Agent): void {
    setAgent(saved);
    form.setInitialValues(toValues(saved));
    form.setValues(toValues(saved));
  }
  const params = { id: agent.id };
  const conditional = useConditionalSave({
    run,
    noun: "agent",
    read: () => api.get("/v1/agents/:id", { params }),
    onLoad: show,
  });
  async function save(): Promise<Agent | null> {
    const body = changesOf(form.values, agent);
    const saved = await conditional.save(
      agent.revision,
      (ifMatch) => api.patch("/v1/agents/:id", { params, body, ifMatch }),
      { form, done: t("builder.done") },
    );
    if (saved !== null) show(saved);
    return saved;
  }

  /** Shows the panel of the test call, which explains the recording before a second click starts the call. */
  function showCall(): void {
    setMode("voice");
    drawer.open();
    requestAnimationFrame(() => callButton.current?.focus());
  }

  const disabled = !rights.edit || busy;
  const guardsLive = agent.live_version !== null && !rights.admin;
  const guarded = new Set(
    guardsLive ? agent.variables.filter(({ sensitive }) => !sensitive).map(({ name }) => name) : [],
  );
  const props = { form, disabled };
  return (
    <>
      <PageHeader
        title={agent.name}
        back={{ href: "/agents", label: t("title") }}
        badge={<AgentStatus status={agent.status} />}
        description={deployState(tBuilder, agent)}
        actions={
          <>
            {rights.test && (
              <Button variant="default" className={classes.narrow ?? ""} onClick={drawer.open}>
                {t("builder.test")}
              </Button>
            )}
            {rights.test && (agent.type === "voice" || isInCall) && (
              <Button
                variant="default"
                leftSection={<IconPhone size={17} aria-hidden />}
                {...(isInCall && { color: "red", variant: "light" })}
                onClick={showCall}
              >
                {isInCall ? t("builder.inCall") : t("builder.call")}
              </Button>
            )}
            <Actions agent={agent} rights={rights} dirty={dirty} save={save} onChanged={show} />
          </>
        }
      />
      <UnsavedGuard dirty={dirty} />
      {conditional.conflictDialog}
      <SectionLinks />
      <div className={classes.grid} data-beside={rights.test}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Stack maw={820}>
            <Basics {...props} models={offers.models} />
            <Prompt {...props} />
            <VoicePart {...props} voices={offers.voices} transcribers={offers.transcribers} />
            <Tools {...props} tools={offers.tools} />
            <Variables {...props} guarded={guarded} />
            <Outcomes {...props} />
            <RecordingPart {...props} locked={guardsLive ? t("builder.locked") : null} />
            <Limits {...props} />
            <DisclosurePart {...props} isLocked={agent.disclosure.enabled && !rights.admin} />
            {rights.edit && (
              <Paper withBorder p="sm" pos="sticky" bottom={12} style={{ zIndex: 5 }}>
                <Group justify="space-between">
                  <Text size="sm" aria-live="polite">
                    {dirty ? t("builder.unsaved") : t("builder.saved")}
                  </Text>
                  <Group gap="sm">
                    <Button variant="default" disabled={!dirty || busy} onClick={() => form.reset()}>
                      {t("builder.discard")}
                    </Button>
                    <Button type="submit" disabled={!dirty} loading={busy}>
                      {t("builder.save")}
                    </Button>
                  </Group>
                </Group>
              </Paper>
            )}
          </Stack>
        </form>
        {rights.test && (
          <TestPanel
            agent={agent}
            models={offers.models}
            dirty={dirty}
            save={save}
            opened={opened}
            onClose={drawer.close}
            mode={mode}
            onMode={setMode}
            callButton={callButton}
            onInCall={setInCall}
          />
        )}
      </div>
    </>
  );
}
