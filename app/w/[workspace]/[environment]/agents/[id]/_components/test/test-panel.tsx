"use client";

import { Paper, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useNeeded } from "@/components/use-needed";
import { useRequested } from "@/components/use-requested";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Model } from "@/lib/agents/models/schema";
import type { Translator } from "@/messages/translator";
import { isRunning as isCallRunning } from "../call/state";
import { useSpokenCall } from "../call/use-spoken-call";
import { offerText } from "../offer-text";
import { ChatPanel } from "./chat-panel";
import { ModeChoice, RunControls, VersionChoice } from "./head-controls";
import classes from "./test.module.css";
import { useFit } from "./use-fit";
import { useTestChat } from "./use-test-chat";
import type { useTestControls } from "./use-test-controls";

/** The scripted test model. */
const SCRIPTED_MODEL = "builtin:rehearsal";
/** The panel is beside the form from this width, which is also in test.module.css. */
const WIDE = "(min-width: 70em)";

type Props = ReturnType<typeof useTestControls>["panel"] & {
  agent: Agent;
  models: readonly Model[];
  dirty: boolean;
  /** Saves the form and returns the saved agent, or null if that failed. */
  save: () => Promise<Agent | null>;
};

const loadCallPanel = async () => (await import("../call/panel")).CallPanel;
const loadConsole = async () => (await import("./console-part")).ConsolePart;
const loadDrawer = async () => (await import("./test-drawer")).TestDrawer;

/** The description of the scripted test model, if the agent uses it. */
function modelNoteOf(
  t: Translator<"agents.offer">,
  { model }: Agent,
  models: readonly Model[],
): string | null {
  const scripted = model === SCRIPTED_MODEL ? models.find(({ id }) => id === SCRIPTED_MODEL) : undefined;
  return scripted === undefined ? null : offerText(t, scripted);
}

/** The test console: one conversation with the agent, in writing or by voice, beside the form or in a drawer over it. */
export function TestPanel(props: Props) {
  const { agent, models, dirty, save, opened, onClose, onMode, callButton, onInCall, version, onVersion } =
    props;
  const t = useTranslations("agents.test");
  const tOffer = useTranslations("agents.offer");
  const chat = useTestChat();
  const spokenCall = useSpokenCall();
  const isDraft = version === "draft" || agent.live_version === null;
  const isInCall = isCallRunning(spokenCall.state);
  useEffect(() => onInCall(isInCall), [isInCall, onInCall]);
  const hasVoice = agent.type === "voice" || isInCall;
  const mode = hasVoice ? props.mode : "text";
  const sidePanel = useRef<HTMLElement>(null);
  useFit(sidePanel);
  const isWide = useMediaQuery(WIDE);
  const inDrawer = opened && isWide === false;
  const { phase } = chat.state;
  const isChatting = mode === "text" && (phase === "listening" || phase === "speaking");
  const CallPanel = useNeeded(loadCallPanel, mode === "voice");
  const Drawer = useNeeded(loadDrawer, inDrawer);
  const runningConsole = useRequested(loadConsole);
  const startWith = async (tested: Agent, testsDraft: boolean) => {
    if (await runningConsole.request()) await chat.start(tested, testsDraft);
  };
  const start = () => void startWith(agent, isDraft);
  async function saveAndStart(): Promise<void> {
    const saved = await save();
    if (saved !== null) await startWith(saved, true);
  }
  const panel =
    mode === "voice" ? (
      CallPanel !== null && (
        <CallPanel
          spokenCall={spokenCall}
          agent={agent}
          isDraft={isDraft}
          dirty={dirty}
          save={save}
          button={callButton}
        />
      )
    ) : (
      <ChatPanel
        chat={chat}
        agent={agent}
        isDraft={isDraft}
        dirty={dirty}
        modelNote={modelNoteOf(tOffer, agent, models)}
        onStart={start}
        onSave={() => void saveAndStart()}
        Console={runningConsole.Part}
        onPreload={runningConsole.preload}
      />
    );
  const modeChoice = hasVoice && <ModeChoice mode={mode} isLocked={isInCall} onMode={onMode} />;
  const runControls = (
    <RunControls
      onRestart={isChatting || (mode === "text" && phase === "ended") ? start : null}
      onEnd={isChatting ? () => void chat.end() : null}
    />
  );
  const versionChoice = agent.live_version !== null && (
    <VersionChoice
      isDraft={isDraft}
      liveVersion={agent.live_version}
      isLocked={mode === "voice" ? isInCall : isChatting || phase === "starting"}
      onDraft={(draft) => onVersion(draft ? "draft" : "live")}
    />
  );
  return (
    <>
      <Paper
        ref={sidePanel}
        withBorder
        component="aside"
        className={classes.beside ?? ""}
        aria-label={t("title")}
      >
        <div className={classes.head}>
          <Title order={2} fz={17}>
            {t("title")}
          </Title>
          {modeChoice}
          {runControls}
        </div>
        {versionChoice}
        {!inDrawer && panel}
      </Paper>
      {Drawer !== null && (
        <Drawer
          opened={inDrawer}
          onClose={onClose}
          controls={
            <>
              {modeChoice}
              {runControls}
            </>
          }
          banner={versionChoice}
        >
          {panel}
        </Drawer>
      )}
    </>
  );
}
