"use client";

import { Alert, Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Agent } from "@/lib/agents/agents/schema";
import { configOf } from "../agent-form";
import { CollectedVariables } from "./collected-variables";
import { Composer } from "./composer";
import { Conversation } from "./conversation";
import { Ending } from "./ending";
import { Intro } from "./intro";
import { chatProblemText } from "./problem";
import classes from "./test.module.css";
import type { useTestChat } from "./use-test-chat";

type ChatPanelProps = {
  chat: ReturnType<typeof useTestChat>;
  /** The saved agent. */
  agent: Agent;
  /** Whether the form has unsaved changes. */
  dirty: boolean;
  modelNote: string | null;
  onStart: () => void;
  onSave: () => void;
};

/** The configuration that a test conversation runs. Recording and transcript settings always take effect immediately. */
function behaviorOf(agent: Agent): string {
  const { recording, transcript, ...behavior } = configOf(agent);
  return JSON.stringify(behavior);
}

/** Tells that the running test uses an earlier draft, with a button to restart it. */
function StaleDraft({ dirty, isStale, onStart, onSave }: StaleDraftProps) {
  const t = useTranslations("agents.test");
  if (!dirty && !isStale) return null;
  return (
    <div className={classes.stale} role="status">
      {isStale ? t("stale") : t("withoutChanges")}{" "}
      <Button size="compact-xs" variant="default" ml={4} onClick={dirty ? onSave : onStart}>
        {dirty ? t("saveAndRestart") : t("restart")}
      </Button>
    </div>
  );
}
type StaleDraftProps = Pick<ChatPanelProps, "dirty" | "onStart" | "onSave"> & { isStale: boolean };

/** A test conversation in writing, from its start to its outcome. */
export function ChatPanel({ chat, agent, dirty, modelNote, onStart, onSave }: ChatPanelProps) {
  const t = useTranslations("agents");
  const tErrors = useTranslations("errors");
  const { state, send, type } = chat;
  const { phase, call, draft, problem } = state;
  const busy = phase === "starting";
  const alert = problem !== null && (
    <Alert color="red" role="alert" py="xs" px="sm" m="sm" mt={0} style={{ flex: "none" }}>
      {chatProblemText(t, tErrors, problem)}
    </Alert>
  );
  if (call === null || state.agent === null)
    return (
      <div className={classes.panel}>
        <Intro dirty={dirty} busy={busy} modelNote={modelNote} onStart={onStart} onSave={onSave} />
        {alert}
      </div>
    );
  const variables = state.agent.variables;
  const names = [...new Set([...variables, ...agent.variables].map(({ name }) => name))];
  const isStale = behaviorOf(state.agent) !== behaviorOf(agent);
  return (
    <div className={classes.panel} data-ended={phase === "ended"}>
      {phase !== "ended" && <StaleDraft dirty={dirty} isStale={isStale} onStart={onStart} onSave={onSave} />}
      <Conversation
        turns={state.turns}
        names={names}
        speaking={state.speaking}
        ownText={state.sent === null ? null : ""}
        isThinking={phase === "speaking" && state.sent === null}
      />
      <CollectedVariables variables={variables} call={call} />
      {alert}
      <div className={classes.foot}>
        {phase === "ended" ? (
          <Ending
            call={call}
            names={names}
            busy={busy}
            title={t("test.ended")}
            restartLabel={t("test.again")}
            onRestart={onStart}
          />
        ) : (
          <Composer draft={draft} maySend={phase === "listening"} onType={type} onSend={() => void send()} />
        )}
      </div>
    </div>
  );
}
