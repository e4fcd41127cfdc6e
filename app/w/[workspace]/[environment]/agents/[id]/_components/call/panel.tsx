"use client";

import { Alert, Button, Text } from "@mantine/core";
import { IconMicrophone } from "@tabler/icons-react";
import type { RefObject } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import { Ending } from "../rehearsal/ending";
import { CollectedVariables } from "../rehearsal/found";
import classes from "../rehearsal/rehearsal.module.css";
import { Talk } from "../rehearsal/talk";
import own from "./call.module.css";
import { Controls } from "./controls";
import { CallIntro } from "./intro";
import { Status } from "./status";
import type { useSpokenCall } from "./use-spoken-call";

export type CallPanelProps = {
  spokenCall: ReturnType<typeof useSpokenCall>;
  /** As it is saved now. */
  agent: Agent;
  dirty: boolean;
  /** Saves the form; answers the agent as it is then, or null where that failed. */
  save: () => Promise<Agent | null>;
  button: RefObject<HTMLButtonElement | null>;
};

/** Before there is anything to hear: the browser asks for the microphone, or the line is being made. */
function Waiting({ isAsked, onCancel }: { isAsked: boolean; onCancel: () => void }) {
  return (
    <div className={own.waiting} role="status">
      <span className={own.pulse}>
        <IconMicrophone size={26} stroke={1.5} aria-hidden />
      </span>
      <Text size="sm" ta="center" maw={300}>
        {isAsked
          ? "Your browser asks whether this page may use the microphone. Allow it to call."
          : "Calling the agent…"}
      </Text>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

const ANNOUNCING = "The recording is announced. Nothing is recorded before you could decline.";

/** A call by voice from its start to its outcome. */
export function CallPanel({ spokenCall, agent, dirty, save, button }: CallPanelProps) {
  const { state, start } = spokenCall;
  const { phase, call, trouble } = state;
  const alert = trouble !== null && (
    <Alert
      color={phase === "lost" ? "orange" : "red"}
      role="alert"
      py="xs"
      px="sm"
      m="sm"
      style={{ flex: "none" }}
    >
      {trouble}
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
    <div className={classes.panel}>
      {phase !== "ended" && <Status state={state} />}
      <Talk
        turns={state.turns}
        names={names}
        speaking={state.speaking}
        ownText={state.guess}
        isThinking={phase === "talking" && state.word === "thinking"}
        // Before the first turn nothing else is said.
        hint={phase === "talking" && state.word === "speaking" ? ANNOUNCING : null}
      />
      <CollectedVariables variables={variables} call={call} />
      {alert}
      <div className={classes.foot}>
        {phase === "ended" ? (
          <Ending
            call={call}
            names={names}
            busy={false}
            onAgain={() => start(agent, state.draft)}
            title="The call has ended"
            restartLabel="Call again"
          />
        ) : (
          <Controls spokenCall={spokenCall} phase={phase} muted={state.muted} />
        )}
      </div>
    </div>
  );
}
