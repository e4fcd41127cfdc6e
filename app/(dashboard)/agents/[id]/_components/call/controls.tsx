"use client";

import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDialpad, IconMicrophone, IconMicrophoneOff, IconPhoneOff } from "@tabler/icons-react";
import classes from "./call.module.css";
import { Keypad } from "./keypad";
import { Level } from "./level";
import type { SpokenCall } from "./state";
import type { useSpokenCall } from "./use-spoken-call";

type Props = { spoken: ReturnType<typeof useSpokenCall>; phase: SpokenCall["phase"]; muted: boolean };

/** What one does while a call goes on: be silent, press keys, hang up. */
export function Controls({ spoken, phase, muted }: Props) {
  const [keys, keypad] = useDisclosure(false);
  const canTalk = phase === "talking";
  const Microphone = muted ? IconMicrophoneOff : IconMicrophone;
  return (
    <>
      {keys && <Keypad onPress={spoken.press} />}
      <div className={classes.levels}>
        <Level label="You" by="caller" read={() => spoken.levels().caller} />
        <Level label="Agent" by="agent" read={() => spoken.levels().agent} />
      </div>
      <Group gap="sm" wrap="nowrap">
        <Tooltip label={muted ? "Unmute" : "Mute"}>
          <ActionIcon
            size={40}
            variant={muted ? "filled" : "default"}
            color={muted ? "orange" : "teal"}
            aria-label="Mute"
            aria-pressed={muted}
            disabled={!canTalk}
            onClick={() => spoken.mute(!muted)}
          >
            <Microphone size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Keypad">
          <ActionIcon
            size={40}
            variant={keys ? "light" : "default"}
            aria-label="Keypad"
            aria-expanded={keys}
            disabled={!canTalk}
            onClick={keypad.toggle}
          >
            <IconDialpad size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Button
          color="red"
          h={40}
          ml="auto"
          leftSection={<IconPhoneOff size={18} aria-hidden />}
          loading={phase === "leaving"}
          onClick={spoken.hangUp}
        >
          Hang up
        </Button>
      </Group>
    </>
  );
}
