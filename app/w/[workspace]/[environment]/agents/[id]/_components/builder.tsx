"use client";

import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconPhone } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { api } from "@/components/api";
import { PageHeader } from "@/components/page-header";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import type { Agent } from "@/lib/agents/agents/schema";
import { AgentStatus } from "../../_components/agent-status";
import { Actions } from "./actions";
import { type AgentValues, changesOf, type Offers, type Rights, toValues } from "./agent-form";
import { Basics, Prompt, Tools, VoicePart } from "./behaviour-sections";
import { Outcomes, Variables } from "./list-sections";
import { DisclosurePart, Limits, RecordingPart } from "./policy-sections";
import classes from "./rehearsal/rehearsal.module.css";
import { type Mode, Rehearse } from "./rehearsal/rehearse";
import { SectionLinks } from "./section-links";

type Props = { agent: Agent; offers: Offers; rights: Rights };

const POLICY_LOCK = "This agent is live, so these settings need an admin.";

export function Builder({ agent: first, offers, rights }: Props) {
  const [agent, setAgent] = useState(first);
  const { busy, run } = useAction();
  const [opened, drawer] = useDisclosure(false);
  const [mode, setMode] = useState<Mode>("text");
  const [isInCall, setInCall] = useState(false);
  const callButton = useRef<HTMLButtonElement>(null);
  const form = useForm<AgentValues>({ initialValues: toValues(first) });
  const dirty = Object.keys(changesOf(form.values, agent)).length > 0;

  function take(saved: Agent): void {
    setAgent(saved);
    form.setInitialValues(toValues(saved));
    form.setValues(toValues(saved));
  }
  const params = { id: agent.id };
  const conditional = useConditionalSave({
    run,
    noun: "agent",
    read: () => api.get("/v1/agents/:id", { params }),
    onLoad: take,
  });
  async function save(): Promise<Agent | null> {
    const body = changesOf(form.values, agent);
    const saved = await conditional.save(
      agent.revision,
      (ifMatch) => api.patch("/v1/agents/:id", { params, body, ifMatch }),
      { form, done: "Saved." },
    );
    if (saved !== null) take(saved);
    return saved;
  }

  /** Shows the call's panel, where a further click begins one: what happens to its sound stands there. */
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
        back={{ href: "/agents", label: "Agents" }}
        badge={<AgentStatus status={agent.status} />}
        description={
          agent.live_version === null
            ? "No version is live yet."
            : `Version ${agent.live_version} is live. ${agent.has_unpublished_changes ? "The draft has changes that wait for deploy." : "The draft is the same."}`
        }
        actions={
          <>
            {rights.rehearse && (
              <Button variant="default" className={classes.narrow ?? ""} onClick={drawer.open}>
                Rehearse
              </Button>
            )}
            {rights.rehearse && (agent.type === "voice" || isInCall) && (
              <Button
                variant="default"
                leftSection={<IconPhone size={17} aria-hidden />}
                {...(isInCall && { color: "red", variant: "light" })}
                onClick={showCall}
              >
                {isInCall ? "In a call" : "Call"}
              </Button>
            )}
            <Actions agent={agent} rights={rights} dirty={dirty} save={save} onChanged={take} />
          </>
        }
      />
      <UnsavedGuard dirty={dirty} />
      {conditional.conflictDialog}
      <SectionLinks />
      <div className={classes.grid} data-beside={rights.rehearse}>
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
            <RecordingPart {...props} locked={guardsLive ? POLICY_LOCK : null} />
            <Limits {...props} />
            <DisclosurePart {...props} isKept={agent.disclosure.enabled && !rights.admin} />
            {rights.edit && (
              <Paper withBorder p="sm" pos="sticky" bottom={12} style={{ zIndex: 5 }}>
                <Group justify="space-between">
                  <Text size="sm" aria-live="polite">
                    {dirty ? "Unsaved changes" : "All is saved"}
                  </Text>
                  <Group gap="sm">
                    <Button variant="default" disabled={!dirty || busy} onClick={() => form.reset()}>
                      Discard
                    </Button>
                    <Button type="submit" disabled={!dirty} loading={busy}>
                      Save
                    </Button>
                  </Group>
                </Group>
              </Paper>
            )}
          </Stack>
        </form>
        {rights.rehearse && (
          <Rehearse
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
