"use client";

import { ActionIcon, Text } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { Panel } from "@/components/panel";
import { clock } from "@/components/words";
import { scopedPath, withScopeParameter } from "@/lib/platform/context/scope";
import { usePlayer } from "../calls/[id]/_components/recording/use-player";
import { Waveform } from "../calls/[id]/_components/recording/waveform";
import classes from "./home.module.css";
import { type Sample, useSampleCall } from "./use-sample-call";

function SamplePlayer({ sample: { scope, call, peaks } }: { sample: Sample }) {
  const player = usePlayer(withScopeParameter(scope, `/v1/calls/${call.id}/recording`));
  const Icon = player.isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <div className={classes.sample}>
      <ActionIcon
        size={44}
        radius="xl"
        onClick={player.toggle}
        disabled={player.audio === null}
        aria-label={player.isPlaying ? "Pause the sample call" : "Play the sample call"}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.wave}>
        <Waveform audio={player.audio} peaks={peaks} />
      </div>
      <Text size="sm" c="dimmed">
        {clock(player.atMs ?? 0)} / {clock(peaks.duration_ms)}
      </Text>
      {/* Another workspace is another document: see `useSwitchScope`. */}
      <a href={scopedPath(scope, `/calls/${call.id}`)}>Open transcript and consent trail</a>
      {player.trouble !== null && (
        <Text size="sm" c="red" role="alert">
          {player.trouble}
        </Text>
      )}
    </div>
  );
}

/** A recorded call of the demo workspace to listen to. `demo`: that workspace's ID. */
export function SampleCall({ demo }: { demo: string }) {
  const sample = useSampleCall(demo);
  return (
    <Panel
      title="Listen to a sample call"
      actions={
        <a href={scopedPath({ workspaceId: demo, environment: "live" }, "/calls")}>Explore the demo</a>
      }
    >
      {sample === null ? (
        <Text size="sm" c="dimmed" role="status">
          The demo workspace is being filled. The sample call appears here within a minute.
        </Text>
      ) : (
        <SamplePlayer sample={sample} />
      )}
    </Panel>
  );
}
