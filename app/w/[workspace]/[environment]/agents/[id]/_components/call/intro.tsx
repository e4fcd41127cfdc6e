"use client";

import { Button, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import classes from "../rehearsal/rehearsal.module.css";
import { Hearing } from "./hearing";

type Props = {
  agent: Agent;
  dirty: boolean;
  /** The button that calls: who has pressed "Call" in the page's head presses it next. */
  button: RefObject<HTMLButtonElement | null>;
  onCall: (draft: boolean) => void;
  onSave: () => void;
};

/** Explains before the call whether its audio is recorded. */
function recordingWords({ recording, transcript }: Agent): string {
  if (!recording.enabled || !transcript.enabled)
    return transcript.enabled
      ? "Calls of this agent are not recorded. What is said is kept as a transcript under Calls, with sensitive values masked."
      : "Calls of this agent are not recorded, and no transcript is kept.";
  const decline = recording.allow_caller_opt_out
    ? "Say no or press 9 and the call continues unrecorded; later, say “don't record this”."
    : "Say no or press 9 to decline; the call ends then, as this agent does not continue unrecorded.";
  return `This agent records its calls: it announces that first, waits for an answer, and then records. ${decline}`;
}

/** Introduction shown before the first call. */
export function CallIntro({ agent, dirty, button, onCall, onSave }: Props) {
  const [version, setVersion] = useState("draft");
  const isDraft = version === "draft" || agent.live_version === null;
  const unsaved = dirty && isDraft;
  return (
    <Stack className={classes.intro ?? ""} gap="md" align="flex-start">
      <span className={classes.sign}>
        <IconPhone size={22} stroke={1.5} aria-hidden />
      </span>
      <Title order={3} fz={16}>
        Call the agent
      </Title>
      <Text size="sm">
        You talk through this device's microphone, and the agent answers in its voice. You can interrupt it.
        Headphones are best.
      </Text>
      {agent.live_version !== null && (
        <SegmentedControl
          aria-label="What is called"
          value={version}
          onChange={setVersion}
          data={[
            { value: "draft", label: "Draft" },
            { value: "live", label: `Live, version ${agent.live_version}` },
          ]}
        />
      )}
      {unsaved && (
        <Text size="sm" fw={500}>
          You have changes that are not saved. A call runs what is saved.
        </Text>
      )}
      <Group gap="sm">
        {unsaved && <Button onClick={onSave}>Save and call</Button>}
        <Button
          ref={button}
          leftSection={<IconPhone size={18} aria-hidden />}
          variant={unsaved ? "default" : "filled"}
          onClick={() => onCall(isDraft)}
        >
          {unsaved ? "Call what is saved" : "Call"}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {recordingWords(agent)}
      </Text>
      <Hearing agent={agent} />
    </Stack>
  );
}
