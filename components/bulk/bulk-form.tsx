import { Stack } from "@mantine/core";
import type { FormEventHandler, ReactNode } from "react";
import { FormButtons } from "../form-buttons";

type Props = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  onCancel: () => void;
  busy?: boolean;
  /** The text of the submit button. */
  action: string;
  children: ReactNode;
};

/** The form of an action on selected rows. */
export function BulkForm({ onSubmit, onCancel, busy = false, action, children }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <FormButtons onCancel={onCancel} busy={busy}>
          {action}
        </FormButtons>
      </Stack>
    </form>
  );
}
