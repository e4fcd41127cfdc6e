import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";

/** Error message above a form. Renders nothing without an error. */
export function Problem({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} aria-hidden />}>
      {children}
    </Alert>
  );
}
