"use client";

import { ConfirmButton } from "@/components/confirm-button";
import { say } from "@/components/use-action";
import { useDeploy } from "../../_components/use-deploy";
import type { AgentVersionState } from "./standing";

/** Rolls back, or forward again, to a version that was made before. */
export function MakeLive({ agent, version }: { agent: AgentVersionState; version: number }) {
  const { deploy, dialogs } = useDeploy(agent.id, {
    advice: `Version ${version} needs each of these, and cannot be changed. Where it is no matter of settings, restore the version into the draft, put it right there, and deploy that.`,
  });
  return (
    <>
      <ConfirmButton
        size="compact-sm"
        title={`Make version ${version} live?`}
        message={`New calls run version ${version}${
          agent.live_version === null ? "" : ` instead of version ${agent.live_version}`
        }. Calls that are going on keep the version they began with. The draft stays as it is.`}
        confirm={`Make version ${version} live`}
        onConfirm={async () => {
          if ((await deploy({ version })) !== null) say(`Version ${version} is live.`);
        }}
      >
        Make version {version} live
      </ConfirmButton>
      {dialogs}
    </>
  );
}
