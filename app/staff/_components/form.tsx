"use client";

import { Alert, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "@/components/api-error";
import { SubmitButton } from "@/components/submit-button";
import { useProblemText } from "@/components/use-problem-text";
import { VisitorCard } from "@/components/visitor-card";

type Props = {
  title: string;
  submit: string;
  children: ReactNode;
  /** Sends the form; what it throws is shown above it. */
  onSubmit: (data: FormData) => Promise<void>;
};

/** A form of the staff's own pages. */
export function StaffForm({ title, submit, children, onSubmit }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const text = useProblemText();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit(data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(text.full(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <VisitorCard title={title}>
      <form onSubmit={send} method="post">
        <Stack>
          {problem && (
            <Alert role="alert" color="red" variant="light">
              {problem}
            </Alert>
          )}
          {children}
          <SubmitButton loading={busy}>{submit}</SubmitButton>
        </Stack>
      </form>
    </VisitorCard>
  );
}
