"use client";

import { Anchor, List, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import type { Agent } from "@/lib/agents/agents/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import { type SectionId, sectionOf } from "./agent-form";

type Options = {
  /** Where a section can be put right; nowhere for a version, which is frozen. */
  hrefOf?: (section: SectionId) => string;
  /** The next step for a missing field. */
  advice: ReactNode;
  /** Shows the agent as another member has changed it, where its draft is deployed. */
  onLoad?: (agent: Agent) => void;
};

/** A version to roll back to, or the revision of the draft that the member has seen. */
type DeployRequest = { version: number } | { revision: string };

/**
 * Deploys the draft, or a version. `dialogs`, which the caller renders, list what the service finds missing, and ask what to do if
 * the draft was changed meanwhile. `deploy` returns the agent, or null if it was not deployed.
 */
export function useDeploy(id: string, { hrefOf, advice, onLoad = () => undefined }: Options) {
  const { busy, run } = useAction();
  const [missing, setMissing] = useState<readonly ErrorDetail[]>([]);
  const close = () => setMissing([]);

  const params = { id };
  const { save, conflictDialog } = useConditionalSave({
    run,
    noun: "agent",
    overwrite: "Deploy anyway",
    read: () => api.get("/v1/agents/:id", { params }),
    onLoad,
  });

  async function deploy(request: DeployRequest): Promise<Agent | null> {
    const body = "version" in request ? { version: request.version } : {};
    const send = (ifMatch?: string) =>
      api.post("/v1/agents/:id/deploy", { params, body, ifMatch }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.details.length === 0) throw error;
        setMissing(error.details);
        return null;
      });
    if ("revision" in request) return save(request.revision, send);
    const result = await run(() => send());
    return result.ok ? result.data : null;
  }

  const notReady = (
    <Modal opened={missing.length > 0} onClose={close} title="Not ready to deploy" centered>
      <Text size="sm" mb="sm">
        {advice}
      </Text>
      <List size="sm" spacing="xs">
        {missing.map(({ pointer, message }) => (
          <List.Item key={pointer + message}>
            <FieldLink pointer={pointer} hrefOf={hrefOf} onGo={close} />: {message}
          </List.Item>
        ))}
      </List>
    </Modal>
  );
  const dialogs = (
    <>
      {notReady}
      {conflictDialog}
    </>
  );
  return { busy, deploy, dialogs };
}

type PlaceProps = { pointer: string; hrefOf: Options["hrefOf"] | undefined; onGo: () => void };

function FieldLink({ pointer, hrefOf, onGo }: PlaceProps) {
  const { id, title } = sectionOf(pointer);
  if (hrefOf === undefined) return <strong>{title}</strong>;
  return (
    <Anchor href={hrefOf(id)} onClick={onGo}>
      {title}
    </Anchor>
  );
}
