"use client";

import { ActionIcon, Anchor, Text } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Panel } from "@/components/panel";
import { clock } from "@/components/words";
import { scopedPath, withScopeParameter } from "@/lib/platform/context/scope";
import { usePosition } from "../calls/[id]/_components/recording/position-store";
import { usePlayer } from "../calls/[id]/_components/recording/use-player";
import { Waveform } from "../calls/[id]/_components/recording/waveform";
import { marksOf } from "../calls/[id]/_components/timeline/marks";
import classes from "./home.module.css";
import { type Sample, useSampleCall } from "./use-sample-call";

const SECOND_MS = 1_000;

/** The steps of the recording consent and the masked values in the order of their times. */
function SampleMarks({ call }: Pick<Sample, "call">) {
  const t = useTranslations("calls");
  const marks = useMemo(() => {
    const { consent, masks } = marksOf(t, { call, variables: Object.keys(call.variables), comments: [] });
    return [...consent, ...masks].sort((a, b) => a.startMs - b.startMs);
  }, [t, call]);
  return (
    <ul className={classes.marks}>
      {marks.map(({ id, label }) => (
        <li key={id}>{label}</li>
      ))}
    </ul>
  );
}

function SamplePlayer({ sample: { scope, call, peaks } }: { sample: Sample }) {
  const t = useTranslations();
  const player = usePlayer(withScopeParameter(scope, `/v1/calls/${call.id}/recording`), peaks);
  const atS = usePosition(player.position, (callMs) =>
    Math.floor(Math.max(0, (callMs ?? 0) - peaks.started_ms) / SECOND_MS),
  );
  const Icon = player.isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <div className={classes.sample}>
      <ActionIcon
        size={44}
        radius="xl"
        onClick={player.toggle}
        disabled={player.audio === null}
        aria-label={t(player.isPlaying ? "home.sample.pause" : "home.sample.play")}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.wave}>
        <Waveform audio={player.audio} peaks={peaks} />
      </div>
      <Text size="sm" c="dimmed">
        {t("home.sample.time", { at: clock(atS * SECOND_MS), duration: clock(peaks.duration_ms) })}
      </Text>
      {/* Another workspace is another document: see `useSwitchScope`. */}
      <Anchor href={scopedPath(scope, `/calls/${call.id}`)} size="sm">
        {t("home.sample.open")}
      </Anchor>
      <SampleMarks call={call} />
      {player.hasFailed && (
        <Text size="sm" c="red" role="alert">
          {t("calls.player.failed")}
        </Text>
      )}
    </div>
  );
}

/** A recorded call of the demo workspace to listen to. `demo`: that workspace's ID. */
export function SampleCall({ demo }: { demo: string }) {
  const t = useTranslations();
  const sample = useSampleCall(demo);
  return (
    <Panel
      title={t("home.sample.title")}
      actions={
        <Anchor href={scopedPath({ workspaceId: demo, environment: "live" }, "/calls")} size="sm">
          {t("shell.demo")}
        </Anchor>
      }
    >
      {sample === null ? (
        <Text size="sm" c="dimmed" role="status">
          {t("home.sample.preparing")}
        </Text>
      ) : (
        <SamplePlayer sample={sample} />
      )}
    </Panel>
  );
}
