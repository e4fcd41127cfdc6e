"use client";

import { Alert, Button, Checkbox, Group, Stack } from "@mantine/core";
import { IconEar, IconHeadset } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/components/confirm-button";
import { fullProblemText } from "@/components/problem-text";
import type { Call } from "@/lib/calls/calls/schema";
import type { CallJoin } from "@/lib/calls/joins/schema";
import { JoinControls } from "./join-controls";
import type { JoinState } from "./join-state";
import classes from "./live.module.css";
import { useJoin } from "./use-join";

type Props = { call: Call; joins: readonly CallJoin[]; mayTakeOver: boolean; mayListen: boolean };

/** The last steps of a recording in progress. */
const RECORDING = /^(?:began_|resumed|kept_recording)/;
const isRecording = ({ recording }: Call): boolean => {
  const last = recording.trace.at(-1);
  const isEvent = typeof last === "object" && last !== null && "event" in last;
  return recording.opted_out_at === null && isEvent && RECORDING.test(String(last.event));
};

/** Why a part could not begin, or how it ended. */
function JoinResult({ state }: { state: JoinState }) {
  const t = useTranslations("calls.join");
  const tErrors = useTranslations("errors");
  const { problem, end } = state;
  if (problem !== null)
    return (
      <Alert color="red" role="alert" py="xs">
        {typeof problem === "string" ? t(`audio.${problem}`) : fullProblemText(tErrors, problem)}
      </Alert>
    );
  if (end === null || end === "left") return null;
  return (
    <Alert color="yellow" role="alert" py="xs">
      {t(`end.${end}`)}
    </Alert>
  );
}

/** Buttons to take over a call or to listen to it, and the controls while the member takes part. */
export function JoinBar({ call, joins, mayTakeOver, mayListen }: Props) {
  const t = useTranslations("calls.join");
  const { state, isActive, start, mute, leave } = useJoin(call.id);
  const [acceptsRecording, setAcceptsRecording] = useState(true);
  const isSpoken = call.channel === "phone" || call.channel === "web";
  const isRunning = call.ended_at === null && call.status === "in_progress";
  const isTakenOver = joins.some(({ kind }) => kind === "take_over");
  const hasButtons = isSpoken && isRunning && (mayTakeOver || mayListen);
  if (!hasButtons && !isActive && state.end === null && state.problem === null) return null;
  return (
    <Stack gap="xs" px="md" py="sm" className={classes.join ?? ""}>
      <JoinResult state={state} />
      {isActive ? (
        <JoinControls state={state} onMute={mute} onLeave={leave} />
      ) : (
        hasButtons && (
          <Group gap="xs">
            {mayTakeOver && (
              <ConfirmButton
                size="xs"
                variant="light"
                leftSection={<IconHeadset size={16} aria-hidden />}
                disabled={isTakenOver}
                title={t("takeOverTitle")}
                message={
                  <Stack gap="sm">
                    <span>{t("takeOverHelp")}</span>
                    {isRecording(call) && (
                      <Checkbox
                        label={t("acceptRecording")}
                        checked={acceptsRecording}
                        onChange={(event) => setAcceptsRecording(event.currentTarget.checked)}
                      />
                    )}
                  </Stack>
                }
                confirm={t("takeOver")}
                confirmColor="teal"
                onConfirm={() => start("take_over", acceptsRecording)}
              >
                {t("takeOver")}
              </ConfirmButton>
            )}
            {mayListen && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEar size={16} aria-hidden />}
                onClick={() => void start("listen", false)}
              >
                {t("listen")}
              </Button>
            )}
          </Group>
        )
      )}
    </Stack>
  );
}
