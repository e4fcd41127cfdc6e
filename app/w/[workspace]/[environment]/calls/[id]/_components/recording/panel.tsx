"use client";

import { ActionIcon, Alert, Button, Group, Loader, NativeSelect, Paper, Text, Title } from "@mantine/core";
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useScopedAddress } from "@/components/use-scope";
import { clock } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import classes from "./recording.module.css";
import { type Player, RATES } from "./use-player";
import type { Track } from "./use-track";
import { Waveform } from "./waveform";
import { silenceWords, stepsOf, stepWords } from "./words";

/** As far as an arrow key moves. */
const STEP_MS = 5_000;

type PlayerProps = { call: Call; peaks: RecordingPeaks; player: Player };

/** The waveform with a slider over it: pointers and keys move in the recording by it. */
function Position({ peaks, player }: Omit<PlayerProps, "call">) {
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
        aria-label="Place in the recording"
        aria-valuetext={`${clock(atMs)} of ${clock(duration_ms)}`}
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

function Sound({ call, peaks, player }: PlayerProps) {
  const { isPlaying } = player;
  const addressOf = useScopedAddress();
  const Sign = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <>
      <div className={classes.player}>
        <ActionIcon
          size={44}
          radius="xl"
          aria-label={isPlaying ? "Pause" : "Play"}
          onClick={player.toggle}
          disabled={player.audio === null}
        >
          <Sign size={20} aria-hidden />
        </ActionIcon>
        <div className={classes.lanes} aria-hidden>
          <span>Caller</span>
          <span>Agent</span>
        </div>
        <Position peaks={peaks} player={player} />
      </div>
      <Group gap="sm" mt="sm">
        <Text span size="sm" ff="monospace">
          {clock(player.atMs ?? 0)} / {clock(peaks.duration_ms)}
        </Text>
        <Text span size="xs" c="dimmed" visibleFrom="sm">
          Space plays, arrows move 5 seconds
        </Text>
        <Group gap="xs" ml="auto">
          <NativeSelect
            size="xs"
            aria-label="Speed"
            value={String(player.rate)}
            data={RATES.map((rate) => ({ value: String(rate), label: `${rate}×` }))}
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
            WAV
          </Button>
        </Group>
      </Group>
      {player.trouble !== null && (
        <Alert color="red" role="alert" py="xs" px="sm" mt="sm">
          {player.trouble}
        </Alert>
      )}
    </>
  );
}

function Silence({ call }: { call: Call }) {
  const { title, text } = silenceWords(call);
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm" c="dimmed" mt={4} maw={640}>
        {text}
      </Text>
    </>
  );
}

/** How it was decided whether to record, step by step in the call's time. */
function Trace({ call }: { call: Call }) {
  const steps = stepsOf(call);
  if (steps.length === 0) return null;
  return (
    <ol className={classes.trace} aria-label="How consent came to be">
      {steps.map(({ event, at, at_ms }) => (
        <li key={`${event} ${at}`}>
          <Text span size="xs" c="dimmed" ff="monospace">
            {clock(at_ms)}
          </Text>
          <Text span size="sm">
            {stepWords(event)}
          </Text>
        </li>
      ))}
    </ol>
  );
}

type Props = { call: Call; track: Track; player: Player };

/** The recording of a call: to hear, or why there is none, and how that was decided. */
export function RecordingPanel({ call, track, player }: Props) {
  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-label="Recording">
      <Title order={2} fz="sm" mb="md">
        Recording
      </Title>
      {track.state === "ready" && <Sound call={call} peaks={track.peaks} player={player} />}
      {track.state === "preparing" && (
        <Group gap="sm" role="status">
          <Loader size={16} />
          <Text size="sm">
            The recording is being made ready: what is masked in the transcript is silenced in it first.
          </Text>
        </Group>
      )}
      {track.state === "failed" && (
        <Alert color="red" role="alert" py="xs" px="sm">
          {track.message}
        </Alert>
      )}
      {track.state === "none" && <Silence call={call} />}
      <Trace call={call} />
    </Paper>
  );
}
