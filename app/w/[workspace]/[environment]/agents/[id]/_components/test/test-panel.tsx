"use client";

import { Badge, Button, Drawer, Paper, SegmentedControl, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type RefObject, useEffect, useRef } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Model } from "@/lib/agents/models/schema";
import { CallPanel } from "../call/panel";
import { isRunning as isCallRunning } from "../call/state";
import { useSpokenCall } from "../call/use-spoken-call";
import { Panel } from "./panel";
import classes from "./rehearsal.module.css";
import { useFit } from "./use-fit";
import { useRehearsal } from "./use-rehearsal";

/** The model that comes with the product, which is no language model. */
const BUILTIN = "builtin:rehearsal";
/** From here on there is room beside the form: the width in rehearsal.module.css. */
const WIDE = "(min-width: 70em)";

type Props = {
  agent: Agent;
  models: readonly Model[];
  dirty: boolean;
  /** Saves the form; answers the agent as it is then, or null where that failed. */
  save: () => Promise<Agent | null>;
  /** The drawer, where there is no room beside the form. */
  opened: boolean;
  onClose: () => void;
  /** Whether one writes or talks, where the agent can do both. */
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Starts a test call; the "Call" button in the page header moves the focus here. */
  callButton: RefObject<HTMLButtonElement | null>;
  onInCall: (isInCall: boolean) => void;
};
export type Mode = "text" | "voice";

/** A conversation with the agent, written or spoken, beside the form or in a drawer over it. */
export function Rehearse(props: Props) {
  const { agent, models, dirty, save, opened, onClose, onMode, callButton, onInCall } = props;
  const rehearsal = useRehearsal();
  const spokenCall = useSpokenCall();
  const isInCall = isCallRunning(spokenCall.state);
  useEffect(() => onInCall(isInCall), [isInCall, onInCall]);
  const hasVoice = agent.type === "voice" || isInCall;
  const mode = hasVoice ? props.mode : "text";
  const sidePanel = useRef<HTMLElement>(null);
  useFit(sidePanel);
  const isWide = useMediaQuery(WIDE);
  const inDrawer = opened && isWide === false;
  const { phase } = rehearsal.state;
  const isRunning = phase === "listening" || phase === "speaking";
  async function saveAndStart(): Promise<void> {
    const saved = await save();
    if (saved !== null) await rehearsal.start(saved);
  }
  const panel =
    mode === "voice" ? (
      <CallPanel spokenCall={spokenCall} agent={agent} dirty={dirty} save={save} button={callButton} />
    ) : (
      <Panel
        rehearsal={rehearsal}
        agent={agent}
        dirty={dirty}
        modelNote={
          agent.model === BUILTIN ? (models.find(({ id }) => id === BUILTIN)?.description ?? null) : null
        }
        onStart={() => void rehearsal.start(agent)}
        onSave={() => void saveAndStart()}
      />
    );
  const isWriting = isRunning && mode === "text";
  const state = (
    <>
      {hasVoice && (
        <SegmentedControl
          size="xs"
          aria-label="How to rehearse"
          value={mode}
          disabled={isInCall}
          onChange={(value) => onMode(value as Mode)}
          data={[
            { value: "text", label: "Text" },
            { value: "voice", label: "Voice" },
          ]}
        />
      )}
      {isWriting && !hasVoice && <Badge color="blue">Running</Badge>}
      {isWriting && (
        <Button size="compact-sm" variant="default" ml="auto" onClick={() => void rehearsal.end()}>
          End
        </Button>
      )}
    </>
  );
  return (
    <>
      <Paper
        ref={sidePanel}
        withBorder
        component="aside"
        className={classes.beside ?? ""}
        aria-label="Rehearsal"
      >
        <div className={classes.head}>
          <Title order={2} fz={17}>
            Rehearsal
          </Title>
          {state}
        </div>
        {!inDrawer && panel}
      </Paper>
      <Drawer.Root
        opened={inDrawer}
        onClose={onClose}
        position="right"
        size="min(100%, 30rem)"
        classNames={{ content: classes.drawer ?? "" }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <Drawer.Header className={classes.head ?? ""}>
            <Drawer.Title fz={17} fw={600}>
              Rehearsal
            </Drawer.Title>
            {state}
            <Drawer.CloseButton aria-label="Close" ml={isWriting ? 0 : "auto"} />
          </Drawer.Header>
          <Drawer.Body className={classes.panel ?? ""} p={0}>
            {panel}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
