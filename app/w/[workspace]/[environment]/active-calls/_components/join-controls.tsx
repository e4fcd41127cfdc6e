import { Button, Group, Text } from "@mantine/core";
import { IconMicrophone, IconMicrophoneOff, IconPhoneOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { JoinState } from "./join-state";

type Props = { state: JoinState; onMute: (isMuted: boolean) => void; onLeave: () => void };

/** The state of the member's part in a call, with mute and hang up. */
export function JoinControls({ state, onMute, onLeave }: Props) {
  const t = useTranslations("calls.join");
  const { kind, phase, isMuted, isRecorded } = state;
  const isTakeOver = kind === "take_over";
  const Microphone = isMuted ? IconMicrophoneOff : IconMicrophone;
  return (
    <Group gap="sm">
      <div role="status">
        <Text size="sm" fw={500}>
          {phase === "waiting" || phase === "connected"
            ? t(`${phase}.${kind}`)
            : t(phase === "microphone" ? "microphone" : "connecting")}
        </Text>
        {isTakeOver && phase === "connected" && (
          <Text size="xs" c="dimmed">
            {isRecorded ? t("recorded") : t("notRecorded")}
          </Text>
        )}
      </div>
      <Group gap="xs" ml="auto">
        {isTakeOver && (
          <Button
            size="xs"
            variant={isMuted ? "filled" : "default"}
            color={isMuted ? "orange" : "teal"}
            leftSection={<Microphone size={16} aria-hidden />}
            aria-pressed={isMuted}
            disabled={phase !== "connected"}
            onClick={() => onMute(!isMuted)}
          >
            {t("mute")}
          </Button>
        )}
        <Button size="xs" color="red" leftSection={<IconPhoneOff size={16} aria-hidden />} onClick={onLeave}>
          {isTakeOver ? t("hangUp") : t("stopListening")}
        </Button>
      </Group>
    </Group>
  );
}
