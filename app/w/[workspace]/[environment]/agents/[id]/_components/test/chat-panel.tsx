"use client";

import { Alert, Button } from "@mantine/core";
import type { Agent } from "@/lib/agents/agents/schema";
import { configOf } from "../agent-form";
import { Composer } from "./composer";
import { Ending } from "./ending";
import { CollectedVariables } from "./found";
import { Intro } from "./intro";
import classes from "./rehearsal.module.css";
import { Talk } from "./talk";
import type { useRehearsal } from "./use-rehearsal";

export type PanelProps = {
  rehearsal: ReturnType<typeof useRehearsal>;
  /** As it is saved now. */
  agent: Agent;
  /** Whether the form holds what is not saved. */
  dirty: boolean;
  modelNote: string | null;
  onStart: () => void;
  onSave: () => void;
};

/** The configuration that a test conversation runs. Recording and transcript settings always take effect immediately. */
function behaviourOf(agent: Agent): string {
  const { recording, transcript, ...behaviour } = configOf(agent);
  return JSON.stringify(behaviour);
}

/** Notice that the running test uses an older draft, with a button to restart it. */
function Notice({ dirty, isStale, onStart, onSave }: Notices) {
  if (!dirty && !isStale) return null;
  return (
    <div className={classes.notice} role="status">
      {isStale
        ? "The draft was changed since. This rehearsal goes on with the older one. "
        : "This rehearsal runs what is saved, without your latest changes. "}
      <Button size="compact-xs" variant="default" ml={4} onClick={dirty ? onSave : onStart}>
        {dirty ? "Save and start anew" : "Start anew"}
      </Button>
    </div>
  );
}
type Notices = Pick<PanelProps, "dirty" | "onStart" | "onSave"> & { isStale: boolean };

/** The rehearsal from its start to its outcome. */
export function Panel({ rehearsal, agent, dirty, modelNote, onStart, onSave }: PanelProps) {
  const { state, send, type } = rehearsal;
  const { phase, call, draft, trouble } = state;
  const busy = phase === "starting";
  const alert = trouble !== null && (
    <Alert color="red" role="alert" py="xs" px="sm" m="sm" mt={0} style={{ flex: "none" }}>
      {trouble}
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
  const isStale = behaviourOf(state.agent) !== behaviourOf(agent);
  return (
    <div className={classes.panel}>
      {phase !== "ended" && <Notice dirty={dirty} isStale={isStale} onStart={onStart} onSave={onSave} />}
      <Talk
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
          <Ending call={call} names={names} busy={busy} onAgain={onStart} />
        ) : (
          <Composer draft={draft} maySend={phase === "listening"} onType={type} onSend={() => void send()} />
        )}
      </div>
    </div>
  );
}
