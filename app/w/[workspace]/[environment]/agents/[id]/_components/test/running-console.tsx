"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { MaskFactsContext } from "@/components/masked-text";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import { CollectedVariables } from "./collected-variables";
import { Conversation } from "./conversation";
import { Ending } from "./ending";
import classes from "./test.module.css";
import { timelineOf } from "./timeline";
import { transcriptText } from "./transcript-text";

type Props = {
  mode: "text" | "voice";
  /** The agent at the start of the conversation, and as it is saved now. */
  startedAgent: Agent;
  agent: Agent;
  call: Call;
  turns: readonly Turn[];
  speaking: Readonly<Record<number, string>>;
  ownText: string | null;
  isThinking: boolean;
  isEnded: boolean;
  hint?: string | null;
  /** Above the conversation, and below it. */
  banner: ReactNode;
  alert: ReactNode;
  /** Controls while the conversation runs. */
  controls: ReactNode;
  onRestart: () => void;
};

/** The names that a mask can have: the variables of the agent then and now, and of the version that the call runs. */
const namesOf = (agents: readonly Agent[], call: Call): string[] => [
  ...new Set([
    ...agents.flatMap(({ variables }) => variables.map(({ name }) => name)),
    ...Object.keys(call.variables),
  ]),
];

/** A test conversation that has started, in text or by voice: its transcript, variables, controls and end. */
export function RunningConsole(props: Props) {
  const { mode, startedAgent, agent, call, turns, speaking, ownText, isThinking, isEnded, hint } = props;
  const tEvent = useTranslations("agents.event");
  const tTranscript = useTranslations("agents.transcript");
  const tCalls = useTranslations("calls");
  const names = useMemo(() => namesOf([startedAgent, agent], call), [startedAgent, agent, call]);
  const items = useMemo(() => timelineOf({ turns, call, agent: startedAgent }), [turns, call, startedAgent]);
  const descriptions = Object.fromEntries(
    startedAgent.variables.map(({ name, description }) => [name, description]),
  );
  return (
    <MaskFactsContext value={{ isSettled: call.settled_at !== null, descriptions }}>
      <div className={classes.panel} data-ended={isEnded}>
        {props.banner}
        <Conversation
          items={items}
          names={names}
          speaking={speaking}
          ownText={ownText}
          isThinking={isThinking}
          hint={hint ?? null}
        />
        <CollectedVariables variables={startedAgent.variables} call={call} turns={turns} />
        {props.alert}
        <div className={classes.foot}>
          {isEnded ? (
            <Ending
              mode={mode}
              call={call}
              silenceS={startedAgent.inactivity_timeout_s}
              transcript={transcriptText({ t: tTranscript, tEvent, tCalls }, items)}
              onRestart={props.onRestart}
            />
          ) : (
            props.controls
          )}
        </div>
      </div>
    </MaskFactsContext>
  );
}
