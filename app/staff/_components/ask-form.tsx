"use client";

import { Button, Group, NumberInput, Paper, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { MAX_HOURS, type RequestTicket } from "@/lib/identity/staff/schema";

const EMPTY: RequestTicket = { workspace_id: "", reason: "", hours: 1 };

/** Asks a workspace's owners to be let in. */
export function AskForm() {
  const { busy, run } = useAction();
  const form = useForm({ mode: "uncontrolled", initialValues: EMPTY });
  const send = form.onSubmit(async (values) => {
    const result = await run(() => api.post("/v1/staff/tickets", { body: values }), {
      done: "Asked. An owner decides.",
      form,
    });
    if (result.ok) form.reset();
  });
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="ask">
      <form onSubmit={send}>
        <Stack>
          <Title order={2} fz={18} id="ask">
            Ask to look at a workspace
          </Title>
          <Text size="sm" c="dimmed">
            Its owners see your address and your reason. You read what a viewer reads, masked, without
            recordings; each page is in their audit log.
          </Text>
          <TextInput
            label="Workspace"
            placeholder="ws_…"
            required
            key={form.key("workspace_id")}
            {...form.getInputProps("workspace_id")}
          />
          <Textarea
            label="Reason"
            description="The support case, for the owners to know it by."
            required
            key={form.key("reason")}
            {...form.getInputProps("reason")}
          />
          <NumberInput
            label="Hours"
            min={1}
            max={MAX_HOURS}
            required
            key={form.key("hours")}
            {...form.getInputProps("hours")}
          />
          <Group>
            <Button type="submit" loading={busy}>
              Ask
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
