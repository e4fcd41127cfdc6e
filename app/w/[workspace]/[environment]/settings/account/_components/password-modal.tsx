"use client";

import { PasswordInput, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormButtons } from "@/components/form-buttons";
import { Modal } from "@/components/modal";

type Props = {
  title: string;
  message: string;
  opened: boolean;
  onClose: () => void;
  /** Returns whether the password was correct. */
  onPassword: (password: string) => Promise<boolean>;
};

/** Asks for the account's password, so that another person at this browser cannot perform the action. */
export function PasswordModal({ title, message, opened, onClose, onPassword }: Props) {
  const t = useTranslations("account.password");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    await onPassword(password);
    setBusy(false);
    setPassword("");
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{message}</Text>
          <PasswordInput
            label={t("confirm")}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
            visibilityToggleButtonProps={{ "aria-label": t("show") }}
          />
          <FormButtons onCancel={onClose} busy={busy}>
            {t("continue")}
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
