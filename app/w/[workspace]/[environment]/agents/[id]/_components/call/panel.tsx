"use client";

import { Alert, Button, Text } from "@mantine/core";
import { IconMicrophone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import { ConsolePart } from "../test/console-part";
import classes from "../test/test.module.css";
import callClasses from "./call.module.css";
import { Controls } from "./controls";
import { CallIntro } from "./intro";
import { placeCall } from "./place";
import { callProblemText } from "./problem";
import { Status } from "./status";
import type { useSpokenCall } from "./use-spoken-call";

type CallPanelProps = {
  spokenCall: ReturnType<typeof useSpokenCall>;
  /** The saved agent. */
  agent: Agent;
  /** Whether the next call uses the draft, or the live version. */
  isDraft: boolean;
  dirty: boolean;
  /** Saves the form and returns the saved agent, or null if that failed. */
  save: () => Promise<Agent | null>;
  button: RefObject<HTMLButtonElement | null>;
};

/** Before the call is connected: the browser asks for the microphone, or the connection is being opened. */
function Waiting({ isAsked, onCancel }: { isAsked: boolean; onCancel: () => void }) {
  const t = useTranslations("agents.call");
  const tCommon = useTranslations("common");
  return (
    <div className={classes.waiting} role="status">
      <span className={callClasses.pulse}>
        <IconMicrophone size={26} stroke={1.5} aria-hidden />
      </span>
      <Text size="sm" ta="center" maw={300}>
        {isAsked ? t("allowMicrophone") : t("connecting")}
      </Text>
      <Button variant="default" onClick={onCancel}>
        {tCommon("cancel")}
      </Button>
    </div>
  );
}

/** A test call by voice, from its start to its outcome. */
export function CallPanel({ spokenCall, agent, isDraft, dirty, save, button }: CallPanelProps) {
  const t = useTranslations("agents.call");
  const tProblem = useTranslations("agents.callProblem");
  const tErrors = useTranslations("errors");
  const { state, start } = spokenCall;
  const { phase, call, problem } = state;
  const alert = problem !== null && (
    <Alert color={phase === "lost" ? "orange" : "red"} role="alert" className={classes.alert ?? ""}>
      {callProblemText(tProblem, tErrors, problem)}
    </Alert>
  );
  async function saveAndCall(): Promise<void> {
    const saved = await save();
    if (saved !== null) start(saved, true, placeCall);
  }
  if (phase === "idle" || state.agent === null)
    return (
      <div className={classes.panel}>
        {alert}
        <CallIntro
          agent={agent}
          isDraft={isDraft}
          hasUnsaved={dirty && isDraft}
          button={button}
          onCall={() => start(agent, isDraft, placeCall)}
          onSave={() => void saveAndCall()}
        />
      </div>
    );
  if (phase === "microphone" || call === null)
    return (
      <div className={classes.panel}>
        <Waiting isAsked={phase === "microphone"} onCancel={spokenCall.hangUp} />
      </div>
    );
  const isEnded = phase === "ended";
  return (
    <ConsolePart
      mode="voice"
      startedAgent={state.agent}
      agent={agent}
      call={call}
      turns={state.turns}
      speaking={state.speaking}
      ownText={state.guess}
      isThinking={phase === "talking" && state.word === "thinking"}
      isEnded={isEnded}
      // Only the announcement is played before the first turn.
      hint={phase === "talking" && state.word === "speaking" ? t("announcing") : null}
      banner={!isEnded && <Status state={state} />}
      alert={alert}
      controls={<Controls spokenCall={spokenCall} phase={phase} muted={state.muted} />}
      onRestart={() => start(agent, isDraft, placeCall)}
    />
  );
}
