"use client";

import { ActionIcon, Alert, Button, Group, Loader, NativeSelect, Paper, Text, Title } from "@mantine/core";
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { stepsOf, stepText } from "@/components/consent-steps";
import { useProblemText } from "@/components/use-problem-text";
import { useScopedAddress } from "@/components/use-scope";
import { clock } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { missingReason } from "./consent-trace";
import classes from "./recording.module.css";
import { type Player, RATES } from "./use-player";
import type { Track } from "./use-track";
import { Waveform } from "./waveform";

/** Distance that an arrow key seeks. */
const STEP_MS = 5_000;

type PlayerProps = { call: Call; peaks: RecordingPeaks; player: Player };

/** The waveform, with a slider over it to seek by pointer or keys. */
function Position({ peaks, player }: Omit<PlayerProps, "call">) {
  const t = useTranslations("calls.player");
  const { duration_ms } = peaks;
  const atMs = player.atMs ?? 0;
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_MS, ArrowRight: STEP_MS }[event.key];
    if (by !== undefined) player.seek(Math.min(duration_ms, atMs + by));
    else if (event.key === " ") player.toggle();
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.track}>
      <Waveform audio={player.audio} peaks={peaks} />
      <input
        type="range"
        className={classes.slider}
        aria-label={t("position")}
        aria-valuetext={t("time", { at: clock(atMs), duration: clock(duration_ms) })}
        min={0}
        max={duration_ms}
        step={100}
        value={Math.min(atMs, duration_ms)}
        onChange={({ currentTarget }) => player.seek(Number(currentTarget.value))}
        onKeyDown={press}
      />
    </div>
  );
}

function AudioPlayer({ call, peaks, player }: PlayerProps) {
  const t = useTranslations("calls");
  const { isPlaying } = player;
  const addressOf = useScopedAddress();
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <>
      <div className={classes.player}>
        <ActionIcon
          size={44}
          radius="xl"
          aria-label={isPlaying ? t("player.pause") : t("player.play")}
          onClick={player.toggle}
          disabled={player.audio === null}
        >
          <Icon size={20} aria-hidden />
        </ActionIcon>
        <div className={classes.lanes} aria-hidden>
          <span>{t("speaker.caller")}</span>
          <span>{t("speaker.agent")}</span>
        </div>
        <Position peaks={peaks} player={player} />
      </div>
      <Group gap="sm" mt="sm">
        <Text span size="sm" ff="monospace">
          {clock(player.atMs ?? 0)} / {clock(peaks.duration_ms)}
        </Text>
        <Text span size="xs" c="dimmed" visibleFrom="sm">
          {t("player.keys")}
        </Text>
        <Group gap="xs" ml="auto">
          <NativeSelect
            size="xs"
            aria-label={t("player.speed")}
            value={String(player.rate)}
            data={RATES.map((rate) => ({ value: String(rate), label: t("player.rate", { rate }) }))}
            onChange={({ currentTarget }) => player.setRate(Number(currentTarget.value))}
          />
          <Button
            component="a"
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            href={addressOf(`/v1/calls/${call.id}/recording?format=wav&download=true`)}
            download
          >
            {t("player.download")}
          </Button>
        </Group>
      </Group>
      {player.hasFailed && (
        <Alert color="red" role="alert" py="xs" px="sm" mt="sm">
          {t("player.failed")}
        </Alert>
      )}
    </>
  );
}

/** The reason why there is no recording. */
function NoRecording({ call }: { call: Call }) {
  const t = useTranslations("calls.noRecording");
  const reason = missingReason(call);
  return (
    <>
      <Text size="sm" fw={600}>
        {t(reason)}
      </Text>
      <Text size="sm" c="dimmed" mt={4} maw={640}>
        {t(`${reason}Help`)}
      </Text>
    </>
  );
}

/** The steps of the recording consent, in the call's time. */
function ConsentTrace({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const steps = stepsOf(call);
  if (steps.length === 0) return null;
  return (
    <ol className={classes.trace} aria-label={t("player.consent")}>
      {steps.map(({ event, at, at_ms }) => (
        <li key={`${event} ${at}`}>
          <Text span size="xs" c="dimmed" ff="monospace">
            {clock(at_ms)}
          </Text>
          <Text span size="sm">
            {stepText(t, event)}
          </Text>
        </li>
      ))}
    </ol>
  );
}

type Props = { call: Call; track: Track; player: Player };

/** A call's recording, or the reason why there is none, and the steps of its consent. */
export function RecordingPanel({ call, track, player }: Props) {
  const t = useTranslations("calls.player");
  const problemText = useProblemText();
  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-label={t("title")}>
      <Title order={2} fz="sm" mb="md">
        {t("title")}
      </Title>
      {track.state === "ready" && <AudioPlayer call={call} peaks={track.peaks} player={player} />}
      {track.state === "preparing" && (
        <Group gap="sm" role="status">
          <Loader size={16} />
          <Text size="sm">{t("preparing")}</Text>
        </Group>
      )}
      {track.state === "failed" && (
        <Alert color="red" role="alert" py="xs" px="sm">
          {problemText.full(track.error)}
        </Alert>
      )}
      {track.state === "none" && <NoRecording call={call} />}
      <ConsentTrace call={call} />
    </Paper>
  );
}
