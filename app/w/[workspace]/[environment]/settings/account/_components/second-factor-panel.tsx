"use client";

import { Badge, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/api";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import { CodesModal } from "./codes-modal";
import { Enrol } from "./enrol";
import { PasswordModal } from "./password-modal";

type Props = { hasPassword: boolean; enabled: boolean; recovery_codes_left: number };

/** The second factor: turned on with an app, off with the password. */
export function SecondFactorPanel({ hasPassword, enabled, recovery_codes_left: left }: Props) {
  const { run } = useAction();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<"off" | "codes" | null>(null);

  async function confirmed(password: string): Promise<boolean> {
    const body = { password };
    const result =
      asked === "off"
        ? await run(() => api.post("/v1/account/second-factor/disable", { body }), {
            done: "The second factor is off.",
          })
        : await run(() => api.post("/v1/account/second-factor/recovery-codes", { body }));
    if (!result.ok) return false;
    setAsked(null);
    if (result.data !== undefined) setCodes(result.data.recovery_codes);
    return true;
  }

  return (
    <Panel title="Second factor" actions={enabled && <Badge>On</Badge>}>
      <Text size="sm" mb="md">
        {enabled
          ? `A code of your app is asked for after your password. ${left} of your recovery codes are left.`
          : "A code of an authenticator app, asked for after your password: whoever learns the password cannot sign in with it."}
      </Text>
      {enabled ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => setAsked("codes")}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={() => setAsked("off")}>
            Turn off
          </Button>
        </Group>
      ) : (
        <Enrol disabled={!hasPassword} onCodes={setCodes} />
      )}
      <PasswordModal
        title={asked === "off" ? "Turn the second factor off?" : "Make new recovery codes?"}
        message={
          asked === "off"
            ? "Your password alone opens your account then."
            : "Those that you have kept open nothing any more."
        }
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onPassword={confirmed}
      />
      <CodesModal codes={codes} onClose={() => setCodes(null)} />
    </Panel>
  );
}
