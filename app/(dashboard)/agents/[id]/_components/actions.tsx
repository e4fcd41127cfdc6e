"use client";

import { Anchor, Button, List, Modal, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import type { Agent } from "@/lib/agents/schema";
import type { ErrorDetail } from "@/lib/errors";
import { configOf, type Rights, sectionOf } from "./agent-form";

type Props = {
  agent: Agent;
  rights: Rights;
  dirty: boolean;
  save: () => Promise<boolean>;
  onDeployed: (agent: Agent) => void;
};

const download = (agent: Agent): string =>
  `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(configOf(agent), null, 2))}`;

/** What one does with an agent as a whole. */
export function Actions({ agent, rights, dirty, save, onDeployed }: Props) {
  const { busy, run } = useAction();
  const router = useRouter();
  const [missing, setMissing] = useState<readonly ErrorDetail[]>([]);
  const path = `/v1/agents/${agent.id}`;

  async function deploy(): Promise<void> {
    if (dirty && !(await save())) return;
    const out = await run(
      () =>
        api.post<Agent>(`${path}/deploy`).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.details.length === 0) throw error;
          setMissing(error.details);
          return null;
        }),
      {},
    );
    if (out.ok && out.data) onDeployed(out.data);
  }
  async function duplicate(): Promise<void> {
    const out = await run(() => api.post<Agent>(`${path}/duplicate`), { refresh: false });
    if (out.ok) router.push(`/agents/${out.data.id}`);
  }

  return (
    <>
      <Button component="a" variant="default" href={download(agent)} download={`${agent.id}.json`}>
        Export
      </Button>
      {rights.duplicate && (
        <Button variant="default" onClick={duplicate} disabled={dirty || busy}>
          Duplicate
        </Button>
      )}
      {rights.archive && (
        <ConfirmButton
          title={`Archive ${agent.name}?`}
          message="It takes no more calls and no more changes, and stays readable."
          confirm="Archive the agent"
          onConfirm={async () => {
            const out = await run(() => api.delete(path), { done: "The agent is archived.", refresh: false });
            if (out.ok) router.push("/agents");
          }}
        >
          Archive
        </ConfirmButton>
      )}
      {rights.deploy && (
        <Button onClick={deploy} loading={busy} disabled={!dirty && !agent.has_unpublished_changes}>
          {dirty ? "Save and deploy" : "Deploy"}
        </Button>
      )}
      <Modal opened={missing.length > 0} onClose={() => setMissing([])} title="Not ready to deploy" centered>
        <Text size="sm" mb="sm">
          Each of these is to be settled first.
        </Text>
        <List size="sm" spacing="xs">
          {missing.map(({ pointer, message }) => (
            <List.Item key={pointer + message}>
              <Anchor href={`#${sectionOf(pointer).id}`} onClick={() => setMissing([])}>
                {sectionOf(pointer).title}
              </Anchor>
              : {message}
            </List.Item>
          ))}
        </List>
      </Modal>
    </>
  );
}
