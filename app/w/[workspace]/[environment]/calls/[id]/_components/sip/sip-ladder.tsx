"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { LoadingState } from "@/components/states";
import { useProblemText } from "@/components/use-problem-text";
import type { SipMessageList } from "@/lib/calls/sip-messages/schema";
import classes from "./sip-ladder.module.css";
import { SipMessageRow } from "./sip-message-row";

/** The list of a call's messages; null while it is loaded. */
function useSipMessages(id: string): SipMessageList | ApiError | null {
  const [result, setResult] = useState<SipMessageList | ApiError | null>(null);
  useEffect(() => {
    const left = new AbortController();
    api.get("/v1/calls/:id/sip-messages", { params: { id }, signal: left.signal }).then(
      (list) => setResult(list),
      (error: unknown) => {
        if (!left.signal.aborted && error instanceof ApiError) setResult(error);
      },
    );
    return () => left.abort();
  }, [id]);
  return result;
}

/** The ladder of a call's SIP messages: a list, each item an arrow between two sides, with its headers on request. */
export function SipLadder({ callId }: { callId: string }) {
  const t = useTranslations("calls.sip");
  const problemText = useProblemText();
  const result = useSipMessages(callId);
  if (result === null) return <LoadingState />;
  if (result instanceof ApiError)
    return (
      <Text size="sm" role="alert">
        {problemText.full(result)}
      </Text>
    );
  const [first] = result.data;
  if (first === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t("empty")}
      </Text>
    );
  const hasTransfer = result.data.some(({ leg }) => leg === "transfer");
  return (
    <>
      <div className={classes.sides} data-transfer={hasTransfer} aria-hidden>
        <span />
        <span>{t("side.trunk")}</span>
        <span>{t("side.parley")}</span>
        {hasTransfer && <span>{t("side.transfer")}</span>}
      </div>
      <ol className={classes.ladder} data-transfer={hasTransfer} aria-label={t("title")}>
        {result.data.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and messages can be equal.
          <SipMessageRow key={index} message={message} first={first} />
        ))}
      </ol>
      {result.truncated && (
        <Text size="xs" c="dimmed" mt="sm">
          {t("truncated")}
        </Text>
      )}
    </>
  );
}
