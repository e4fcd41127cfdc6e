"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import classes from "./rehearsal.module.css";

type Props = {
  dirty: boolean;
  busy: boolean;
  /** Describes the scripted test model if the agent uses it. */
  modelNote: string | null;
  onStart: () => void;
  onSave: () => void;
};

/** Introduction shown before the first test conversation. */
export function Intro({ dirty, busy, modelNote, onStart, onSave }: Props) {
  return (
    <Stack className={classes.intro ?? ""} gap="md" align="flex-start">
      <span className={classes.sign}>
        <IconMessages size={22} stroke={1.5} aria-hidden />
      </span>
      <Title order={3} fz={16}>
        Talk to the draft
      </Title>
      <Text size="sm">
        You write as the caller, the agent answers as its saved draft says, and what it finds out fills in
        below. Nothing has to be deployed.
      </Text>
      {dirty && (
        <Text size="sm" fw={500}>
          You have changes that are not saved. A rehearsal runs what is saved.
        </Text>
      )}
      <Group gap="sm">
        {dirty && (
          <Button onClick={onSave} loading={busy}>
            Save and rehearse
          </Button>
        )}
        <Button onClick={onStart} loading={busy} variant={dirty ? "default" : "filled"}>
          {dirty ? "Rehearse what is saved" : "Start"}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        A rehearsal is a call: it is kept under Calls, and sensitive values are masked here too. Tools run
        with the credentials for tests.
      </Text>
      {modelNote !== null && (
        <Text size="sm" c="dimmed">
          The agent uses the scripted test model. {modelNote}
        </Text>
      )}
    </Stack>
  );
}
