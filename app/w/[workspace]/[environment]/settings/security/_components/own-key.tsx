"use client";

import { Alert, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Encryption } from "@/lib/identity/encryption/schema";
import { ImportKey } from "./import-key";

const WORDS = { none: "Not in use", imported: "In use", withdrawn: "Withdrawn" } as const;
const COLORS = { none: "gray", imported: "teal", withdrawn: "red" } as const;

/** A key of the workspace's own: imported wrapped, withdrawn, given back. */
export function OwnKey({ encryption, mayChange }: { encryption: Encryption; mayChange: boolean }) {
  const { run } = useAction();
  const { customer_key: customerKey, locked } = encryption;
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="own-key">
      <Stack>
        <Group>
          <Title order={2} fz={18} id="own-key">
            A key of your own
          </Title>
          <Badge color={COLORS[customerKey.state]}>{WORDS[customerKey.state]}</Badge>
        </Group>
        {locked && (
          <Alert color="red" icon={<IconLock size={18} aria-hidden />} title="This workspace is locked">
            Its key was withdrawn. Nothing of it can be opened, and its jobs wait. Opt-outs are recorded, and
            other texts are held for a day. Give the same key back to unlock it; Parley holds no copy.
          </Alert>
        )}
        <Text size="sm">
          On the Enterprise plan you can hold the key over this workspace's data keys. Withdraw it, and within
          a minute everything of the workspace answers 423, until you give it back.
        </Text>
        {customerKey.state !== "none" && (
          <Text size="sm" c="dimmed">
            Fingerprint {customerKey.fingerprint}
            {customerKey.imported_at && (
              <>
                , imported <Time at={customerKey.imported_at} as="date" />
              </>
            )}
            {customerKey.withdrawn_at && (
              <>
                , withdrawn <Time at={customerKey.withdrawn_at} as="ago" />
              </>
            )}
            .
          </Text>
        )}
        {mayChange && customerKey.state === "imported" && (
          <Group>
            <ConfirmButton
              color="red"
              title="Withdraw your key?"
              message="Parley deletes its copy. Within a minute nobody can open anything of this workspace: agents do not answer, campaigns and jobs wait, API keys get 423. Owners can sign in, and opt-outs are recorded. Only the same key unlocks it: be sure that you have it."
              confirm="Withdraw and lock"
              onConfirm={() =>
                run(() => api.post("/v1/encryption/withdraw"), { done: "The workspace is locked." })
              }
            >
              Withdraw the key
            </ConfirmButton>
            <ConfirmButton
              variant="default"
              title="Go back to Parley's keys?"
              message="Your key is taken off this workspace's data keys, and Parley deletes its copy. From then on whoever runs this installation can open the workspace, and there is nothing to withdraw any more. Nothing pauses."
              confirm="Go back"
              onConfirm={() =>
                run(() => api.post("/v1/encryption/leave"), {
                  done: "The workspace is under Parley's own keys again.",
                })
              }
            >
              Go back to Parley's keys
            </ConfirmButton>
          </Group>
        )}
        {mayChange && customerKey.state !== "imported" && (
          <ImportKey back={customerKey.state === "withdrawn"} />
        )}
        {!mayChange && (
          <Text size="sm" c="dimmed">
            An owner imports and withdraws it.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
