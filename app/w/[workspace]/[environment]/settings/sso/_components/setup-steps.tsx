"use client";

import { Stack } from "@mantine/core";
import { useState } from "react";
import type { Sso, SsoTest } from "@/lib/identity/sso/schema";
import { BreakGlass } from "./break-glass";
import { Connection } from "./connection";
import { RequireSso } from "./require-sso";
import { ServiceProvider } from "./service-provider";
import { SetupStep } from "./setup-step";
import { SsoForm } from "./sso-form";
import { TestPanel } from "./test-panel";

type Props = {
  sso: Sso;
  test: SsoTest | null;
  workspaceId: string;
  /** The membership of the signed-in owner. */
  self: string;
};

/** The set-up of single sign-on from the provider's application to the requirement, in its order. */
export function SetupSteps({ sso, test, workspaceId, self }: Props) {
  const { connection } = sso;
  const [isDirty, setDirty] = useState(false);
  const isTested = connection?.last_success_at != null;
  return (
    <Stack gap="lg">
      <SetupStep number={1} name="create" isDone={connection !== null}>
        <ServiceProvider {...sso.service_provider} />
      </SetupStep>
      <SsoForm
        key={connection?.updated_at ?? "new"}
        sso={sso}
        workspaceId={workspaceId}
        onDirtyChange={setDirty}
      />
      <SetupStep number={4} name="test" isDone={isTested} waitsFor={connection === null ? 2 : null}>
        <TestPanel test={test} />
      </SetupStep>
      {connection && <BreakGlass status={sso.break_glass} self={self} />}
      <SetupStep
        number={5}
        name="require"
        isDone={connection?.enforced === true}
        waitsFor={connection === null ? 2 : null}
      >
        <RequireSso sso={sso} isDirty={isDirty} />
      </SetupStep>
      {connection && <Connection connection={connection} revision={sso.revision} />}
    </Stack>
  );
}
