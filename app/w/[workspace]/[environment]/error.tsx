"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/error-state";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** The service's log has the cause, with the digest. */
export default function ErrorPage({ error: { digest }, reset }: Props) {
  const t = useTranslations("shell.error");
  return (
    <ErrorState order={1} action={<Button onClick={reset}>{t("action")}</Button>}>
      {digest ? t("reference", { digest }) : t("description")}
    </ErrorState>
  );
}
