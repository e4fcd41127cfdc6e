"use client";

import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { api } from "@/components/api";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { ChangePassword } from "@/lib/identity/auth/schema";

const MIN = 12;
const toggle = { "aria-label": "Show the password" };

/** Changes one's own password. */
export function PasswordPanel({ hasPassword }: { hasPassword: boolean }) {
  const { busy, run } = useAction();
  const form = useBodyForm({
    schema: ChangePassword,
    initialValues: { current_password: "", new_password: "" },
    bodyOf: (values) => values,
    problemsOf: ({ current_password }) => ({
      current_password: current_password === "" ? "Write your present password." : null,
    }),
  });
  const change = form.onSend(async (body) => {
    const result = await run(() => api.put("/v1/account/password", { body }), {
      form,
      done: "Your password is changed. Your other sessions have ended.",
    });
    if (result.ok) form.reset();
  });
  if (!hasPassword)
    return (
      <Panel title="Password">
        <Text size="sm">No password opens this account: your organisation's single sign-on does.</Text>
      </Panel>
    );
  return (
    <Panel title="Password">
      <form onSubmit={change} noValidate>
        <Stack maw={360}>
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps("current_password")}
          />
          <PasswordInput
            label="New password"
            description={`At least ${MIN} characters`}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps("new_password")}
          />
          <Button type="submit" loading={busy} style={{ alignSelf: "flex-start" }}>
            Change the password
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
