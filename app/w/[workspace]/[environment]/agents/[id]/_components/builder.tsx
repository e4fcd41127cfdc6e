"use client";

import { Button, Stack } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PageHeader } from "@/components/page-header";
import { UnsavedGuard } from "@/components/unsaved-guard";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Translator } from "@/messages/translator";
import { AgentStatus } from "../../_components/agent-status";
import { Actions } from "./actions";
import { type Offers, type Rights, sectionOfField } from "./agent-form";
import { BuilderStudio } from "./builder-studio";
import { DraftContext, useDraft, useDraftStore } from "./draft-context";
import { createDraftStore, type DraftState, summarize } from "./draft-store";
import { focusPath } from "./focus-path";
import { ImmediateBar } from "./immediate-bar";
import classes from "./test/test.module.css";
import { TestPanel } from "./test/test-panel";
import { useTestControls } from "./test/use-test-controls";
import { useDraftSaving } from "./use-draft-saving";
import { useTab } from "./use-tab";

type ContentProps = { offers: Offers; rights: Rights };
type Props = ContentProps & {
  agent: Agent;
  /** Names of the live version's variables. */
  liveVariables: readonly string[];
};

/** Which version is live, and whether the draft differs from it. */
function deployState(t: Translator<"agents.builder">, agent: Agent): string {
  if (agent.live_version === null) return t("notLive");
  const version = String(agent.live_version);
  return agent.has_unpublished_changes ? t("liveChanged", { version }) : t("live", { version });
}

const hasDraftChanges = (state: DraftState): boolean => Object.keys(summarize(state).draft).length > 0;
const hasImmediateChanges = (state: DraftState): boolean =>
  Object.keys(summarize(state).immediate).length > 0;

export function Builder({ agent, liveVariables, ...props }: Props) {
  const [store] = useState(() => createDraftStore(agent, new Set(liveVariables)));
  return (
    <DraftContext value={store}>
      <BuilderContent {...props} />
    </DraftContext>
  );
}

function BuilderContent({ offers, rights }: ContentProps) {
  const t = useTranslations("agents");
  const tBuilder = useTranslations("agents.builder");
  const store = useDraftStore();
  const agent = useDraft(({ saved }) => saved);
  const dirty = useDraft(hasDraftChanges);
  const isImmediateDirty = useDraft(hasImmediateChanges);
  const { tab, setTab, showSection } = useTab();
  const test = useTestControls(agent, dirty);
  const saving = useDraftSaving(store);

  function showProblem(): void {
    const [path] = Object.keys(store.get().problems);
    if (path === undefined) return;
    showSection(sectionOfField(path.split(".")[0] ?? ""));
    focusPath(path);
  }
  async function save(): Promise<Agent | null> {
    const saved = await saving.saveOnRequest();
    if (saved === null) showProblem();
    return saved;
  }
  async function saveImmediate(): Promise<void> {
    if ((await saving.saveImmediate()) === null) showProblem();
  }
  /** A deploy keeps what was edited meanwhile. Another member's version replaces it, as the member has chosen. */
  function show(latest: Agent): void {
    const isDeployed = latest.live_version !== store.get().saved.live_version;
    if (isDeployed) test.forgetSelection();
    if (isDeployed) store.showDeployed(latest);
    else store.load(latest);
  }
  /** Leaving saves the draft first. Settings that apply immediately are left to the member. */
  const saveToLeave = async () => (await saving.save()) !== null && !hasImmediateChanges(store.get());

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
              <Button variant="default" className={classes.narrow ?? ""} onClick={test.open}>
                {t("builder.test")}
              </Button>
            )}
            {rights.test && (agent.type === "voice" || test.isInCall) && (
              <Button
                variant="default"
                leftSection={<IconPhone size={17} aria-hidden />}
                {...(test.isInCall && { color: "red", variant: "light" })}
                onClick={test.showCall}
              >
                {test.isInCall ? t("builder.inCall") : t("builder.call")}
              </Button>
            )}
            <Actions
              agent={agent}
              rights={rights}
              dirty={dirty}
              save={save}
              onChanged={show}
              onTest={test.showLive}
            />
          </>
        }
      />
      <UnsavedGuard dirty={dirty || isImmediateDirty} save={saveToLeave} />
      {saving.conflictDialog}
      <div className={classes.grid} data-beside={rights.test}>
        <Stack miw={0}>
          <BuilderStudio
            agent={agent}
            offers={offers}
            rights={rights}
            tab={tab}
            onTab={setTab}
            phase={saving.phase}
            onRetry={() => void saving.save()}
            onShowProblem={showProblem}
          />
          {rights.edit && (
            <ImmediateBar
              isLive={agent.live_version !== null}
              isBusy={saving.phase.kind === "saving"}
              onSave={() => void saveImmediate()}
            />
          )}
        </Stack>
        {rights.test && (
          <TestPanel agent={agent} models={offers.models} dirty={dirty} save={save} {...test.panel} />
        )}
      </div>
    </>
  );
}
