"use client";

import { Button, Code, Fieldset, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Sso } from "@/lib/identity/sso/schema";

type Props = {
  status: Sso["break_glass"];
  /** The membership of who looks at it. */
  self: string;
};

/** A code for the day on which the provider does not answer. */
export function BreakGlass({ status, self }: Props) {
  const { run } = useAction();
  const [code, setCode] = useState<string | null>(null);
  const make = async () => {
    const result = await run(() => api.post("/v1/sso/break-glass"));
    if (result.ok) setCode(result.data.code);
  };
  return (
    <Fieldset legend="Break-glass code">
      <Stack>
        <Text size="sm" c="dimmed">
          It lets one owner in once, with their address and password, while single sign-on is the only way in.
          Keep it on paper. Making and using it stand out in the audit log.
        </Text>
        {status && (
          <Text size="sm">
            {status.member_id === self ? "You hold" : "Another owner holds"} a code, made{" "}
            <Time at={status.created_at} as="datetime" />.
          </Text>
        )}
        <Group>
          <ConfirmButton
            title="Make a break-glass code?"
            message="It is shown once, and is for you alone. A code that there is stops working."
            confirm="Make the code"
            confirmColor="teal"
            onConfirm={make}
          >
            {status === null ? "Make a code" : "Make another code"}
          </ConfirmButton>
          {status && (
            <ConfirmButton
              title="Take the code away?"
              message="Without a code nobody gets in while the provider does not answer."
              confirm="Take it away"
              onConfirm={() => run(() => api.delete("/v1/sso/break-glass"), { done: "The code is gone." })}
            >
              Take it away
            </ConfirmButton>
          )}
        </Group>
      </Stack>
      <Modal
        opened={code !== null}
        onClose={() => setCode(null)}
        title="Your break-glass code"
        centered
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <Stack>
          <Text size="sm">This is shown only now.</Text>
          <Code block fz="sm" data-testid="break-glass">
            {code}
          </Code>
          <Group justify="flex-end">
            <CopyButton value={code ?? ""} label="Copy the code" data-autofocus />
            <Button onClick={() => setCode(null)}>I have kept it</Button>
          </Group>
        </Stack>
      </Modal>
    </Fieldset>
  );
}
