"use client";

import { Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FormButtons } from "@/components/form-buttons";

type Props = {
  title: string;
  message: string;
  opened: boolean;
  onClose: () => void;
  /** Whether it was the right one. */
  onPassword: (password: string) => Promise<boolean>;
};

/** Asks for the account's password before something that another person at this browser must not do. */
export function PasswordModal({ title, message, opened, onClose, onPassword }: Props) {
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
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
            visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          />
          <FormButtons onCancel={onClose} busy={busy}>
            Continue
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
