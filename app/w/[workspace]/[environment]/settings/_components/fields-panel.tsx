"use client";

import { Fieldset } from "@mantine/core";
import type { ReactNode } from "react";
import { Panel } from "@/components/panel";

type Props = {
  title: string;
  /** Whether the member cannot use the fields. */
  disabled: boolean;
  children: ReactNode;
};

/** A panel of form fields, which can be disabled together. */
export function FieldsPanel({ title, disabled, children }: Props) {
  return (
    <Panel title={title}>
      <Fieldset variant="unstyled" disabled={disabled}>
        {children}
      </Fieldset>
    </Panel>
  );
}
