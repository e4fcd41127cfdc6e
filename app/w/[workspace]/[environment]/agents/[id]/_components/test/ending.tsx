"use client";

import { Anchor, Badge, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { OutcomeBadge } from "@/components/call-badges";
import { CopyButton } from "@/components/copy-button";
import { Link } from "@/components/link";
import { inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import { endHelp } from "./end-help";

type Props = {
  mode: "text" | "voice";
  call: Call;
  /** The agent's silence limit in seconds. */
  silenceS: number;
  /** The masked conversation as plain text. */
  transcript: string;
  onRestart: () => void;
};

/** Why the conversation ended, where a person can do something about it. */
function EndHelp({ mode, call, silenceS }: Pick<Props, "mode" | "call" | "silenceS">) {
  const t = useTranslations("agents.conversation");
  const tHelp = useTranslations("agents.endHelp");
  if (call.end_reason === "model_error")
    return (
      <Text size="sm">
        {t.rich("modelError", {
          link: (text) => (
            <Anchor component={Link} href="/integrations" size="sm" underline="always">
              {text}
            </Anchor>
          ),
        })}
      </Text>
    );
  const help = endHelp(tHelp, { mode, reason: call.end_reason, silenceS });
  return help === null ? null : <Text size="sm">{help}</Text>;
}

/** The end of a conversation: its outcome once it is known, and the next steps. */
export function Ending({ mode, call, silenceS, transcript, onRestart }: Props) {
  const t = useTranslations("agents.conversation");
  const button = useRef<HTMLButtonElement>(null);
  // The field that had the focus is removed with the end of the call.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  const { outcome, end_reason } = call;
  return (
    <Stack gap={10}>
      <Stack gap={4} role="status">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {t(`ended.${mode}`)}
          </Text>
          {outcome !== null && <OutcomeBadge outcome={outcome} />}
          {end_reason !== null && (
            <Badge color="gray" miw="max-content">
              {inWords(end_reason)}
            </Badge>
          )}
          {call.settled_at === null && (
            <Group gap={6} wrap="nowrap">
              <Loader size={14} />
              <Text size="sm" c="dimmed">
                {t("settling")}
              </Text>
            </Group>
          )}
        </Group>
        <EndHelp mode={mode} call={call} silenceS={silenceS} />
      </Stack>
      <Group gap={8}>
        <Button ref={button} size="xs" onClick={onRestart}>
          {t(`again.${mode}`)}
        </Button>
        <Button component={Link} href={`/calls/${call.id}`} prefetch={false} variant="default" size="xs">
          {t("open")}
        </Button>
        <CopyButton value={transcript} label={t("copyTranscript")} size="xs" />
      </Group>
    </Stack>
  );
}
