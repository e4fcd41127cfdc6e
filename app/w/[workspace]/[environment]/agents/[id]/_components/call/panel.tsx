"use client";

import { Alert, Button, Text } from "@mantine/core";
import { IconMicrophone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import { CollectedVariables } from "../test/collected-variables";
import { Conversation } from "../test/conversation";
import { Ending } from "../test/ending";
import classes from "../test/test.module.css";
import callClasses from "./call.module.css";
import { Controls } from "./controls";
import { CallIntro } from "./intro";
import { callProblemText } from "./problem";
import { Status } from "./status";
import type { useSpokenCall } from "./use-spoken-call";

type CallPanelProps = {
  spokenCall: ReturnType<typeof useSpokenCall>;
  /** The saved agent. */
  agent: Agent;
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
    <div className={callClasses.waiting} role="status">
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
export function CallPanel({ spokenCall, agent, dirty, save, button }: CallPanelProps) {
  const t = useTranslations("agents.call");
  const tProblem = useTranslations("agents.callProblem");
  const tErrors = useTranslations("errors");
  const { state, start } = spokenCall;
  const { phase, call, problem } = state;
  const alert = problem !== null && (
    <Alert
      color={phase === "lost" ? "orange" : "red"}
      role="alert"
      py="xs"
      px="sm"
      m="sm"
      style={{ flex: "none" }}
    >
      {callProblemText(tProblem, tErrors, problem)}
    </Alert>
  );
  async function saveAndCall(): Promise<void> {
    const saved = await save();
    if (saved !== null) start(saved, true);
  }
  if (phase === "idle" || state.agent === null)
    return (
      <div className={classes.panel}>
        {alert}
        <CallIntro
          agent={agent}
          dirty={dirty}
          button={button}
          onCall={(draft) => start(agent, draft)}
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
  const { variables } = state.agent;
  const names = [...new Set([...variables, ...agent.variables].map(({ name }) => name))];
  return (
    <div className={classes.panel} data-ended={phase === "ended"}>
      {phase !== "ended" && <Status state={state} />}
      <Conversation
        turns={state.turns}
        names={names}
        speaking={state.speaking}
        ownText={state.guess}
        isThinking={phase === "talking" && state.word === "thinking"}
        // Only the announcement is played before the first turn.
        hint={phase === "talking" && state.word === "speaking" ? t("announcing") : null}
      />
      <CollectedVariables variables={variables} call={call} />
      {alert}
      <div className={classes.foot}>
        {phase === "ended" ? (
          <Ending
            call={call}
            names={names}
            busy={false}
            onRestart={() => start(agent, state.draft)}
            title={t("ended")}
            restartLabel={t("again")}
          />
        ) : (
          <Controls spokenCall={spokenCall} phase={phase} muted={state.muted} />
        )}
      </div>
    </div>
  );
}
