"use client";

import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { Modal } from "@/components/modal";
import { useAction } from "@/components/use-action";
import { PasswordModal } from "./password-modal";
import { QrCode } from "./qr-code";

type Props = { disabled: boolean; onCodes: (codes: readonly string[]) => void };
type PendingFactor = { secret: string; uri: string };

/** Groups of four characters, which are easier to type. */
const groupSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

/** Turns on two-factor authentication: asks for the password, shows the QR code, and verifies a code of the app. */
export function EnableFactor({ disabled, onCodes }: Props) {
  const t = useTranslations("account.factor");
  const { busy, run } = useAction();
  const [isAsking, setIsAsking] = useState(false);
  const [pending, setPending] = useState<PendingFactor | null>(null);
  const form = useForm({ initialValues: { code: "" } });

  async function begin(password: string): Promise<boolean> {
    const result = await run(() => api.put("/v1/account/second-factor", { body: { password } }), {
      refresh: false,
    });
    if (result.ok) {
      setIsAsking(false);
      form.reset();
      setPending(result.data);
    }
    return result.ok;
  }
  const confirm = form.onSubmit(async ({ code }) => {
    const result = await run(
      () => api.post("/v1/account/second-factor/confirm", { body: { code: code.trim() } }),
      { form, done: t("turnedOn") },
    );
    if (!result.ok) return;
    setPending(null);
    onCodes(result.data.recovery_codes);
  });

  return (
    <>
      <Button onClick={() => setIsAsking(true)} disabled={disabled}>
        {t("turnOn")}
      </Button>
      <PasswordModal
        title={t("onTitle")}
        message={t("onHelp")}
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onPassword={begin}
      />
      <Modal opened={pending !== null} onClose={() => setPending(null)} title={t("onTitle")} centered>
        {pending && (
          <form onSubmit={confirm} noValidate>
            <Stack>
              <Text size="sm">{t("scan")}</Text>
              <Group justify="center">
                <QrCode text={pending.uri} label={t("qrCode")} />
              </Group>
              <Code block ta="center" data-testid="totp-secret">
                {groupSecret(pending.secret)}
              </Code>
              <TextInput
                label={t("code")}
                inputMode="numeric"
                autoComplete="one-time-code"
                {...form.getInputProps("code")}
              />
              <FormButtons onCancel={() => setPending(null)} busy={busy}>
                {t("confirm")}
              </FormButtons>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
