"use client";

import { Anchor, Badge, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { OutcomeBadge } from "@/components/call-badges";
import { Link } from "@/components/link";
import { MaskedText } from "@/components/masked-text";
import { inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";

type Props = {
  call: Call;
  names: readonly string[];
  busy: boolean;
  /** Text for an ended conversation, and the label of the button that starts another. */
  title: string;
  restartLabel: string;
  onRestart: () => void;
};

/** The outcome of a conversation once it is known, and the next steps. */
export function Ending({ call, names, busy, title, restartLabel, onRestart }: Props) {
  const t = useTranslations("agents.conversation");
  const button = useRef<HTMLButtonElement>(null);
  // The field that had the focus is removed with the end of the call.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  const { outcome, end_reason } = call;
  return (
    <Stack gap="sm" role="status">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {outcome !== null && <OutcomeBadge outcome={outcome} />}
        {end_reason !== null && <Badge color="gray">{inWords(end_reason)}</Badge>}
      </Group>
      {call.settled_at === null && (
        <Group gap="xs">
          <Loader size={14} />
          <Text size="sm" c="dimmed">
            {t("settling")}
          </Text>
        </Group>
      )}
      {end_reason === "model_error" && (
        <Text size="sm">
          {t.rich("modelError", {
            link: (text) => (
              <Anchor component={Link} href="/integrations" size="sm" underline="always">
                {text}
              </Anchor>
            ),
          })}
        </Text>
      )}
      {outcome?.summary && (
        <Text size="sm" component="div">
          <MaskedText text={outcome.summary} variables={names} />
        </Text>
      )}
      <Group gap="sm">
        <Button ref={button} size="sm" loading={busy} onClick={onRestart}>
          {restartLabel}
        </Button>
        <Button component={Link} href={`/calls/${call.id}`} prefetch={false} variant="default" size="sm">
          {t("open")}
        </Button>
      </Group>
    </Stack>
  );
}
