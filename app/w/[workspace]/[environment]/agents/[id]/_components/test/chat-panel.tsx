"use client";

import { Alert, Button, Loader, Text } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import type { ComponentProps, ComponentType } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import { configOf } from "../agent-form";
import { Composer } from "./composer";
import type { ConsolePart } from "./console-part";
import { silenceMinutes } from "./end-help";
import { Intro } from "./intro";
import { chatProblemText } from "./problem";
import classes from "./test.module.css";
import type { useTestChat } from "./use-test-chat";

type ChatPanelProps = {
  chat: ReturnType<typeof useTestChat>;
  /** The saved agent. */
  agent: Agent;
  /** Whether the next test uses the draft, or the live version. */
  isDraft: boolean;
  /** Whether the form has unsaved changes. */
  dirty: boolean;
  modelNote: string | null;
  onStart: () => void;
  onSave: () => void;
  /** The running conversation; null until it is loaded. */
  Console: ComponentType<ComponentProps<typeof ConsolePart>> | null;
  onPreload: () => void;
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

/** The problem of the last request, or a notice that the device is offline. */
function ChatAlert({ chat }: Pick<ChatPanelProps, "chat">) {
  const t = useTranslations("agents");
  const tErrors = useTranslations("errors");
  const { online } = useNetwork();
  const { problem, phase } = chat.state;
  const isOffline = !online && phase !== "idle" && phase !== "ended";
  if (problem === null && !isOffline) return null;
  return (
    <Alert color={problem === null ? "orange" : "red"} role="alert" className={classes.alert ?? ""}>
      {problem === null ? t("test.offline") : chatProblemText(t, tErrors, problem)}
    </Alert>
  );
}

/** A test conversation in writing, from its start to its outcome. */
export function ChatPanel(props: ChatPanelProps) {
  const { chat, agent, isDraft, dirty, modelNote, onStart, onSave, Console, onPreload } = props;
  const t = useTranslations("agents.test");
  const { state, send, type } = chat;
  const { phase, call } = state;
  if (phase === "starting")
    return (
      <div className={classes.panel}>
        <div className={classes.waiting} role="status">
          <Loader size="sm" />
          <Text size="sm">{t("starting")}</Text>
        </div>
      </div>
    );
  if (call === null || state.agent === null || Console === null)
    return (
      <div className={classes.panel}>
        <Intro
          dirty={dirty && isDraft}
          isDraft={isDraft}
          modelNote={modelNote}
          onStart={onStart}
          onSave={onSave}
          onPreload={onPreload}
        />
        <ChatAlert chat={chat} />
      </div>
    );
  const isStale = behaviorOf(state.agent) !== behaviorOf(agent);
  const isEnded = phase === "ended";
  return (
    <Console
      mode="text"
      startedAgent={state.agent}
      agent={agent}
      call={call}
      turns={state.turns}
      speaking={state.speaking}
      ownText={state.sent === null ? null : ""}
      isThinking={phase === "speaking" && state.sent === null}
      isEnded={isEnded}
      banner={
        !isEnded &&
        state.isDraft && <StaleDraft dirty={dirty} isStale={isStale} onStart={onStart} onSave={onSave} />
      }
      alert={<ChatAlert chat={chat} />}
      controls={
        <Composer
          draft={state.draft}
          maySend={phase === "listening" || phase === "speaking"}
          isQueued={state.isQueued}
          limitMinutes={silenceMinutes(state.agent.inactivity_timeout_s)}
          onType={type}
          onSend={() => void send()}
        />
      }
      onRestart={onStart}
    />
  );
}
