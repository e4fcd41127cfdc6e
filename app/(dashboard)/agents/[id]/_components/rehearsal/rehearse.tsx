"use client";

import { Badge, Button, Drawer, Paper, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useRef } from "react";
import type { Agent } from "@/lib/agents/schema";
import type { Model } from "@/lib/models/schema";
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
};

/** A conversation with the agent's saved draft, beside the form or in a drawer over it. */
export function Rehearse({ agent, models, dirty, save, opened, onClose }: Props) {
  const rehearsal = useRehearsal();
  const beside = useRef<HTMLElement>(null);
  useFit(beside);
  const isWide = useMediaQuery(WIDE);
  const inDrawer = opened && isWide === false;
  const { phase } = rehearsal.state;
  const isRunning = phase === "listening" || phase === "speaking";
  async function saveAndStart(): Promise<void> {
    const saved = await save();
    if (saved !== null) await rehearsal.start(saved);
  }
  const panel = (
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
  const state = isRunning && (
    <>
      <Badge color="blue">Running</Badge>
      <Button size="compact-sm" variant="default" ml="auto" onClick={() => void rehearsal.end()}>
        End
      </Button>
    </>
  );
  return (
    <>
      <Paper
        ref={beside}
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
            <Drawer.CloseButton aria-label="Close" ml={isRunning ? 0 : "auto"} />
          </Drawer.Header>
          <Drawer.Body className={classes.panel ?? ""} p={0}>
            {panel}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
