"use client";

import { Alert, Anchor, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { Link } from "@/components/link";
import { say, useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";

const AGENT = /agt_[0-9a-z]+/;

/** Deletes, and answers the service's reason where a live agent holds the tool. */
async function refusalOf(id: string): Promise<string | null> {
  try {
    await api.delete("/v1/tools/:id", { params: { id } });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return error.message;
    throw error;
  }
}

/** Deletes a tool; what stands in the way is said in the question itself, with the way to it. */
export function DeleteTool({ id, name }: { id: string; name: string }) {
  const router = useScopedRouter();
  const [opened, { open, close }] = useDisclosure(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, run } = useAction();
  const agent = AGENT.exec(refusal ?? "")?.[0];

  const act = async () => {
    const result = await run(() => refusalOf(id), { refresh: false });
    if (!result.ok) return;
    if (result.data !== null) return setRefusal(result.data);
    say(`${name} is deleted.`);
    router.push("/tools");
    router.refresh();
  };
  const leave = () => {
    close();
    setRefusal(null);
  };

  return (
    <>
      <Button variant="default" onClick={open}>
        Delete
      </Button>
      <Modal opened={opened} onClose={leave} title={`Delete ${name}?`} centered>
        <Stack>
          {refusal === null ? (
            <Text size="sm">
              Drafts that name it are refused when they are deployed, until they have another. This cannot be
              undone.
            </Text>
          ) : (
            <Alert
              color="yellow"
              role="alert"
              icon={<IconAlertTriangle size={18} aria-hidden />}
              title="A live agent uses it"
            >
              {refusal}{" "}
              {agent && (
                <Anchor component={Link} href={`/agents/${agent}`} size="sm" underline="always">
                  Open the agent
                </Anchor>
              )}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} data-autofocus>
              {refusal === null ? "Cancel" : "Close"}
            </Button>
            {refusal === null && (
              <Button color="red" loading={busy} onClick={act}>
                Delete the tool
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
