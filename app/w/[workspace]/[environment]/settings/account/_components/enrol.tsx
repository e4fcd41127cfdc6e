"use client";

import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { PasswordModal } from "./password-modal";
import { QrCode } from "./qr-code";

type Props = { disabled: boolean; onCodes: (codes: readonly string[]) => void };
type PendingFactor = { secret: string; uri: string };

/** In fours, as one reads it off. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

/** Turns the second factor on: the password, the picture for the app, a code of it. */
export function Enrol({ disabled, onCodes }: Props) {
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  const [begun, setBegun] = useState<PendingFactor | null>(null);
  const form = useForm({ initialValues: { code: "" } });

  async function begin(password: string): Promise<boolean> {
    const result = await run(() => api.put("/v1/account/second-factor", { body: { password } }), {
      refresh: false,
    });
    if (result.ok) {
      setAsks(false);
      form.reset();
      setBegun(result.data);
    }
    return result.ok;
  }
  const confirm = form.onSubmit(async ({ code }) => {
    const result = await run(
      () => api.post("/v1/account/second-factor/confirm", { body: { code: code.trim() } }),
      { form, done: "The second factor is on. Your other sessions have ended." },
    );
    if (!result.ok) return;
    setBegun(null);
    onCodes(result.data.recovery_codes);
  });

  return (
    <>
      <Button onClick={() => setAsks(true)} disabled={disabled}>
        Turn on
      </Button>
      <PasswordModal
        title="Turn the second factor on"
        message="First your password, as it is your account."
        opened={asks}
        onClose={() => setAsks(false)}
        onPassword={begin}
      />
      <Modal
        opened={begun !== null}
        onClose={() => setBegun(null)}
        title="Turn the second factor on"
        centered
      >
        {begun && (
          <form onSubmit={confirm} noValidate>
            <Stack>
              <Text size="sm">Scan this with your authenticator app, or type the secret into it.</Text>
              <Group justify="center">
                <QrCode text={begun.uri} label="Picture for the authenticator app" />
              </Group>
              <Code block ta="center" data-testid="totp-secret">
                {spaced(begun.secret)}
              </Code>
              <TextInput
                label="Code that the app shows"
                inputMode="numeric"
                autoComplete="one-time-code"
                {...form.getInputProps("code")}
              />
              <FormButtons onCancel={() => setBegun(null)} busy={busy}>
                Turn it on
              </FormButtons>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
