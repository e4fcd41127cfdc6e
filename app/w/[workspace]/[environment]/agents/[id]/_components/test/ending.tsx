"use client";

import { Anchor, Badge, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { Link } from "@/components/link";
import { useEffect, useRef } from "react";
import { OutcomeBadge } from "@/components/call-badges";
import { MaskedText } from "@/components/masked-text";
import { inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";

type Props = {
  call: Call;
  names: readonly string[];
  busy: boolean;
  onAgain: () => void;
  /** Text for an ended test, and the label of its restart button. */
  title?: string;
  restartLabel?: string;
};

/** How the rehearsal ended, once that is known, and what comes next. */
export function Ending({
  call,
  names,
  busy,
  onAgain,
  title = "The rehearsal has ended",
  restartLabel = "Start again",
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // The field that had the focus is gone with the call.
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
            Its outcome is being written…
          </Text>
        </Group>
      )}
      {end_reason === "model_error" && (
        <Text size="sm">
          The agent's model did not answer. Look at its credential under{" "}
          <Anchor component={Link} href="/integrations" size="sm" underline="always">
            Integrations
          </Anchor>
          , or choose another model.
        </Text>
      )}
      {outcome?.summary && (
        <Text size="sm" component="div">
          <MaskedText text={outcome.summary} variables={names} />
        </Text>
      )}
      <Group gap="sm">
        <Button ref={button} size="sm" loading={busy} onClick={onAgain}>
          {restartLabel}
        </Button>
        <Button component={Link} href={`/calls/${call.id}`} prefetch={false} variant="default" size="sm">
          Open this call
        </Button>
      </Group>
    </Stack>
  );
}
