"use client";

import { ActionIcon, Alert, Button, Group, NativeSelect, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import {
  IconDownload,
  IconLink,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useScopedAddress } from "@/components/use-scope";
import { clock } from "@/components/words";
import { useCallLink } from "../call-link";
import { useSecond } from "../recording/position-store";
import { type Player, RATES } from "../recording/use-player";
import classes from "./timeline.module.css";

/** Widths of the axis, in widths of its box: an hour has some seconds for each pixel at first, and few at the last. */
const ZOOMS = [1, 2, 4, 8, 16];

function PlayButton({ player }: { player: Player }) {
  const t = useTranslations("calls.player");
  const Icon = player.isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <ActionIcon
      size={44}
      radius="xl"
      aria-label={player.isPlaying ? t("pause") : t("play")}
      onClick={player.toggle}
      disabled={player.audio === null}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}

function MomentLink({ callId, player }: { callId: string; player: Player }) {
  const t = useTranslations();
  const second = useSecond(player.position);
  const link = useCallLink(callId);
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLink size={15} aria-hidden />}
      onClick={() => copy(link(second))}
    >
      <span aria-live="polite" className={classes.clock}>
        {error
          ? t("common.copy.failed")
          : copied
            ? t("common.copy.done")
            : t("calls.timeline.copyMoment", { time: clock(second) })}
      </span>
    </Button>
  );
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const t = useTranslations("calls.timeline");
  const level = ZOOMS.indexOf(zoom);
  const step = (by: number, label: string, Icon: typeof IconZoomIn) => {
    const target = ZOOMS[level + by];
    return (
      <ActionIcon
        size={30}
        variant="default"
        aria-label={label}
        disabled={target === undefined}
        onClick={() => target !== undefined && onZoom(target)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <Group gap={4} wrap="nowrap">
      {step(-1, t("zoomOut"), IconZoomOut)}
      {step(1, t("zoomIn"), IconZoomIn)}
    </Group>
  );
}

type Props = {
  callId: string;
  player: Player;
  lengthMs: number;
  /** Whether there is a recording to play. */
  hasRecording: boolean;
  mayDownload: boolean;
  zoom: number;
  onZoom: (zoom: number) => void;
};

/** The controls of the timeline: playback where there is a recording, the position, and the width of the axis. */
export function PlayerBar({ callId, player, lengthMs, hasRecording, mayDownload, zoom, onZoom }: Props) {
  const t = useTranslations("calls.player");
  const addressOf = useScopedAddress();
  const second = useSecond(player.position);
  return (
    <>
      <Group gap="sm" mb="sm">
        {hasRecording && <PlayButton player={player} />}
        <Text span size="sm" className={classes.clock ?? ""}>
          {clock(second)} / {clock(lengthMs)}
        </Text>
        <Group gap="xs" ml="auto">
          <MomentLink callId={callId} player={player} />
          {hasRecording && (
            <NativeSelect
              size="xs"
              aria-label={t("speed")}
              value={String(player.rate)}
              data={RATES.map((rate) => ({ value: String(rate), label: t("rate", { rate }) }))}
              onChange={({ currentTarget }) => player.setRate(Number(currentTarget.value))}
            />
          )}
          {hasRecording && mayDownload && (
            <Button
              component="a"
              size="xs"
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              href={addressOf(`/v1/calls/${callId}/recording?format=wav&download=true`)}
              download
            >
              {t("download")}
            </Button>
          )}
          <Zoom zoom={zoom} onZoom={onZoom} />
        </Group>
      </Group>
      {player.hasFailed && (
        <Alert color="red" role="alert" py="xs" px="sm" mb="sm">
          {t("failed")}
        </Alert>
      )}
    </>
  );
}
