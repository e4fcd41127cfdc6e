"use client";

import { ActionIcon, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDialpad, IconMicrophone, IconMicrophoneOff, IconPhoneOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Tooltip } from "@/components/tooltip";
import classes from "./call.module.css";
import { Keypad } from "./keypad";
import { Level } from "./level";
import type { SpokenCall } from "./state";
import type { useSpokenCall } from "./use-spoken-call";

type Props = { spokenCall: ReturnType<typeof useSpokenCall>; phase: SpokenCall["phase"]; muted: boolean };

/** Controls during a call: mute, keypad, hang up. */
export function Controls({ spokenCall, phase, muted }: Props) {
  const t = useTranslations("agents.call");
  const [isKeypadOpen, keypad] = useDisclosure(false);
  const canTalk = phase === "talking";
  const Microphone = muted ? IconMicrophoneOff : IconMicrophone;
  return (
    <>
      {isKeypadOpen && <Keypad onPress={spokenCall.press} />}
      <div className={classes.levels}>
        <Level label={t("you")} by="caller" read={() => spokenCall.levels().caller} />
        <Level label={t("agent")} by="agent" read={() => spokenCall.levels().agent} />
      </div>
      <Group gap="sm" wrap="nowrap" className={classes.controls ?? ""}>
        <Tooltip label={muted ? t("unmute") : t("mute")}>
          <ActionIcon
            size={40}
            variant={muted ? "filled" : "default"}
            color={muted ? "orange" : "teal"}
            aria-label={t("mute")}
            aria-pressed={muted}
            disabled={!canTalk}
            onClick={() => spokenCall.mute(!muted)}
          >
            <Microphone size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("keypad")}>
          <ActionIcon
            size={40}
            variant={isKeypadOpen ? "light" : "default"}
            aria-label={t("keypad")}
            aria-expanded={isKeypadOpen}
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
          onClick={spokenCall.hangUp}
        >
          {t("hangUp")}
        </Button>
      </Group>
    </>
  );
}
