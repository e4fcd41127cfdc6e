"use client";

import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { DeleteWorkspace, type WorkspaceDeletion } from "@/lib/identity/workspaces/schema";

/** Requires the workspace's name, so that the wrong workspace is not deleted. */
function Confirm({ name, onClose }: { name: string; onClose: () => void }) {
  const { busy, run } = useAction();
  const form = useBodyForm({
    schema: DeleteWorkspace,
    initialValues: { name: "" },
    bodyOf: (values) => values,
    problemsOf: (values) => ({
      name: values.name === name ? null : "Type the workspace's name as it is.",
    }),
  });
  const submit = form.onSend(async (body) => {
    const result = await run(() => api.delete("/v1/workspace", { body }), {
      done: "The workspace is locked, and deleted in seven days.",
      form,
    });
    if (result.ok) onClose();
  });
  return (
    <Modal opened onClose={onClose} title="Delete this workspace?" centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">
            From now on nothing of it runs: no call, no campaign, no webhook, and no key opens it. For seven
            days an owner can restore it. Then its keys are destroyed, with everything that was sealed under
            them.
          </Text>
          <TextInput
            label={`Type ${name} to delete it`}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("name")}
          />
          <FormButtons busy={busy} onCancel={onClose}>
            Delete the workspace
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function Going({ until, mayChange }: { until: string; mayChange: boolean }) {
  const { busy, run } = useAction();
  const restore = () => run(() => api.post("/v1/workspace/restore"), { done: "The workspace is restored." });
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        This workspace is locked. It is destroyed after <Time at={until} as="datetime" />, unless an owner
        restores it before.
      </Text>
      {mayChange && (
        <Group>
          <Button size="xs" loading={busy} onClick={restore}>
            Restore the workspace
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type Props = { workspace: WorkspaceDeletion; mayChange: boolean };

/** Deletes the workspace, and takes that back within the days of grace. */
export function DeletePanel({ workspace: { name, deletion }, mayChange }: Props) {
  const [asks, { open, close }] = useDisclosure(false);
  return (
    <Panel
      title="Deleting the workspace"
      actions={
        deletion === null &&
        mayChange && (
          <Button size="xs" color="red" variant="light" onClick={open}>
            Delete workspace
          </Button>
        )
      }
    >
      {deletion === null ? (
        <Text size="sm" c="dimmed">
          Agents, calls, contacts, recordings, keys and members go with it, in both environments. An owner can
          take it back for seven days.
        </Text>
      ) : (
        <Going until={deletion.delete_after} mayChange={mayChange} />
      )}
      {asks && <Confirm name={name} onClose={close} />}
    </Panel>
  );
}
