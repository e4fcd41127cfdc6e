"use client";

import { Anchor, List, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { useAction } from "@/components/use-action";
import type { Agent } from "@/lib/agents/agents/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import { type SectionId, sectionOf } from "./agent-form";

type Options = {
  /** Where a section can be put right; nowhere for a version, which is frozen. */
  hrefOf?: (section: SectionId) => string;
  /** The next step for a missing field. */
  advice: ReactNode;
};

/**
 * Deploys the draft, or with a number that version. What the service finds missing is listed in `notReady`, which the
 * caller renders. Answers the agent, or null where it was not deployed.
 */
export function useDeploy(id: string, { hrefOf, advice }: Options) {
  const { busy, run } = useAction();
  const [missing, setMissing] = useState<readonly ErrorDetail[]>([]);
  const close = () => setMissing([]);

  async function deploy(version?: number): Promise<Agent | null> {
    const body = version === undefined ? {} : { version };
    const result = await run(
      () =>
        api.post("/v1/agents/:id/deploy", { params: { id }, body }).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.details.length === 0) throw error;
          setMissing(error.details);
          return null;
        }),
      {},
    );
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
  return { busy, deploy, notReady };
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
