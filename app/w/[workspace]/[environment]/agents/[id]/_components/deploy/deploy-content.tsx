"use client";

import type { SectionId } from "../agent-form";
import type { DeployDialog } from "./deploy-request";
import { NextSteps } from "./next-steps";
import { Review, type SendDeploy } from "./review";

type Props = {
  dialog: DeployDialog;
  hrefOf: ((section: SectionId) => string) | undefined;
  busy: boolean;
  onDeploy: SendDeploy;
  onTest: (() => void) | undefined;
  onClose: () => void;
};

/** The content of the deploy dialog: the review, and the next steps after the deploy. */
export function DeployContent({ dialog, hrefOf, busy, onDeploy, onTest, onClose }: Props) {
  const { deployed, preview } = dialog;
  if (deployed === null)
    return <Review {...dialog} hrefOf={hrefOf} busy={busy} onDeploy={onDeploy} onClose={onClose} />;
  return (
    <NextSteps agent={deployed} phoneNumbers={preview.phone_numbers} onTest={onTest} onClose={onClose} />
  );
}
