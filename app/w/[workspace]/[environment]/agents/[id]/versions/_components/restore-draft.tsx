"use client";

import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import type { AgentVersionState } from "./standing";

const REPLACED =
  "The draft has changes that are not live. They are replaced, and only a version that has them brings them back.";

/** Copies the configuration of a version into the draft. */
export function RestoreDraft({ agent, version }: { agent: AgentVersionState; version: number }) {
  const { run } = useAction();
  const { id, revision } = agent;
  const restore = async () => {
    const { config } = await api.get("/v1/agents/:id/versions/:version", {
      params: { id, version: String(version) },
    });
    return api.patch("/v1/agents/:id", { params: { id }, body: config, ifMatch: revision });
  };
  return (
    <ConfirmButton
      size="compact-sm"
      title={`Restore version ${version} into the draft?`}
      message={`${agent.has_unpublished_changes ? `${REPLACED} ` : ""}Calls run what is live until you deploy the draft.`}
      confirm={agent.has_unpublished_changes ? "Replace the draft" : "Restore into the draft"}
      aria-label={`Restore version ${version} into the draft`}
      onConfirm={() => run(restore, { done: `The draft is what version ${version} is.` })}
    >
      Restore
    </ConfirmButton>
  );
}
