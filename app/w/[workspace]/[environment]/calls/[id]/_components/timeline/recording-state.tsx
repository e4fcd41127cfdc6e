"use client";

import { Alert, Group, Loader, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { stepsOf, stepText } from "@/components/consent-steps";
import { useProblemText } from "@/components/use-problem-text";
import { clock } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import { missingReason } from "../recording/consent-trace";
import type { Track } from "../recording/use-track";
import classes from "./timeline.module.css";

/** The reason why there is no recording. */
function NoRecording({ call }: { call: Call }) {
  const t = useTranslations("calls.noRecording");
  const reason = missingReason(call);
  return (
    <Text size="sm" c="dimmed" mb="md" maw={680}>
      <Text span fw={600} c="var(--mantine-color-text)">
        {t(reason)}.
      </Text>{" "}
      {t(`${reason}Help`)}
    </Text>
  );
}

/** The state of a recording that cannot be played. Renders nothing for one that can. */
export function RecordingState({ call, track }: { call: Call; track: Track }) {
  const t = useTranslations("calls.player");
  const problemText = useProblemText();
  if (track.state === "none") return <NoRecording call={call} />;
  if (track.state === "preparing")
    return (
      <Group gap="sm" role="status" mb="md">
        <Loader size={16} />
        <Text size="sm">{t("preparing")}</Text>
      </Group>
    );
  if (track.state === "failed")
    return (
      <Alert color="red" role="alert" py="xs" px="sm" mb="md">
        {problemText.full(track.error)}
      </Alert>
    );
  return null;
}

/** The steps of the recording consent as a list, in the call's time. */
export function ConsentTrace({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const steps = stepsOf(call);
  if (steps.length === 0) return null;
  return (
    <details className={classes.trace}>
      <summary>{t("player.consent", { count: steps.length })}</summary>
      <ol>
        {steps.map(({ event, at, at_ms }) => (
          <li key={`${event} ${at}`}>
            <Text span size="xs" c="dimmed" className={classes.clock ?? ""}>
              {clock(at_ms)}
            </Text>
            <Text span size="sm">
              {stepText(t, event)}
            </Text>
          </li>
        ))}
      </ol>
    </details>
  );
}
