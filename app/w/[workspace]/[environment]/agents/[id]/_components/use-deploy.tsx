"use client";

import { Anchor, List, Modal, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import { useProblemText } from "@/components/use-problem-text";
import type { Agent } from "@/lib/agents/agents/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import { type SectionId, sectionOf } from "./agent-form";

type Options = {
  /** The address of a section where the member can fix it; undefined for a version, which cannot be changed. */
  hrefOf?: (section: SectionId) => string;
  /** The next step for the problems. */
  advice: ReactNode;
  /** Shows the draft that another member has changed. */
  onLoad?: (agent: Agent) => void;
};

/** A version to roll back to, or the revision of the draft that the member has seen. */
type DeployRequest = { version: number } | { revision: string };

/**
 * Deploys the draft, or a version. The caller renders `dialogs`: the problems that the service reports, and the question
 * that follows if the draft was changed meanwhile. `deploy` returns the agent, or null if it was not deployed.
 */
export function useDeploy(id: string, { hrefOf, advice, onLoad = () => undefined }: Options) {
  const t = useTranslations("agents.deploy");
  const problemText = useProblemText();
  const { busy, run } = useAction();
  const [problems, setProblems] = useState<readonly ErrorDetail[]>([]);
  const close = () => setProblems([]);

  const params = { id };
  const { save, conflictDialog } = useConditionalSave({
    run,
    noun: "agent",
    overwrite: t("anyway"),
    read: () => api.get("/v1/agents/:id", { params }),
    onLoad,
  });

  async function deploy(request: DeployRequest): Promise<Agent | null> {
    const body = "version" in request ? { version: request.version } : {};
    const send = (ifMatch?: string) =>
      api.post("/v1/agents/:id/deploy", { params, body, ifMatch }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.details.length === 0) throw error;
        setProblems(error.details);
        return null;
      });
    if ("revision" in request) return save(request.revision, send);
    const result = await run(() => send());
    return result.ok ? result.data : null;
  }

  const notReady = (
    <Modal opened={problems.length > 0} onClose={close} title={t("notReady")} centered>
      <Text size="sm" mb="sm">
        {advice}
      </Text>
      <List size="sm" spacing="xs">
        {problems.map((problem) => (
          <List.Item key={problem.pointer + problem.message}>
            {t.rich("problem", {
              field: () => <FieldLink pointer={problem.pointer} hrefOf={hrefOf} onNavigate={close} />,
              message: problemText.detail(problem),
            })}
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

type FieldLinkProps = { pointer: string; hrefOf: Options["hrefOf"] | undefined; onNavigate: () => void };

function FieldLink({ pointer, hrefOf, onNavigate }: FieldLinkProps) {
  const t = useTranslations("agents.section");
  const id = sectionOf(pointer);
  if (hrefOf === undefined) return <strong>{t(id)}</strong>;
  return (
    <Anchor href={hrefOf(id)} onClick={onNavigate}>
      {t(id)}
    </Anchor>
  );
}
