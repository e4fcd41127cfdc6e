"use client";

import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { CALL_END_REASONS } from "@/lib/calls/calls/values";
import type { CaseResults } from "@/lib/suites/runs/schema";
import { checkText, failureText } from "./check-text";
import classes from "./results.module.css";

type Repetition = CaseResults["repetitions"][number];
const ROLES = ["caller", "agent", "human", "tool", "system"] as const;

function Conversation({ conversation }: Pick<Repetition, "conversation">) {
  const t = useTranslations("suites.run");
  const tCalls = useTranslations("calls");
  if (conversation === null) return <Text size="sm">{t("noTranscript")}</Text>;
  // Turns have no ID, and a stored transcript does not change.
  const turns = conversation.transcript.map((turn, at) => ({ ...turn, key: `turn${at}` }));
  const reason = CALL_END_REASONS.find((name) => name === conversation.end_reason);
  return (
    <>
      <Text size="sm">
        {t("ended", {
          reason: reason === undefined ? "–" : tCalls(`endReason.${reason}`),
          outcome: conversation.outcome,
        })}
      </Text>
      <details>
        <summary>
          <Text span size="sm">
            {t("transcript")}
          </Text>
        </summary>
        <ol className={classes.turns}>
          {turns.map(({ key, role, text, tool }) => {
            const speaker = ROLES.find((name) => name === role);
            return (
              <li key={key} className={classes.turn}>
                <b>{speaker === undefined ? role : tCalls(`speaker.${speaker}`)}</b>
                {text ?? tool}
              </li>
            );
          })}
        </ol>
      </details>
    </>
  );
}

type Props = {
  result: CaseResults;
  /** Names the run in a comparison; null without one. */
  title: string | null;
};

/** The checks, failures and masked conversations of a case. */
export function CaseDetails({ result, title }: Props) {
  const t = useTranslations("suites");
  const format = useFormatter();
  const { checks, repetitions } = result;
  return (
    <div className={classes.side}>
      {title !== null && (
        <Text size="sm" fw={600} mb={4}>
          {title}
        </Text>
      )}
      {checks.length > 0 && (
        <details>
          <summary>
            <Text span size="sm">
              {t("run.caseChecks")}
            </Text>
          </summary>
          <ul className={classes.turns}>
            {checks
              .map((check, at) => ({ key: `check${at}`, words: checkText(t, format, check) }))
              .map(({ key, words }) => (
                <li key={key} className={classes.turn}>
                  {words}
                </li>
              ))}
          </ul>
        </details>
      )}
      {repetitions.map((repetition) => (
        <section key={repetition.repetition} className={classes.turn}>
          {repetitions.length > 1 && (
            <Text size="sm" fw={500}>
              {t("run.repetition", { number: String(repetition.repetition) })}
            </Text>
          )}
          {repetition.failures.length > 0 && (
            <ul className={classes.failures}>
              {repetition.failures.map((failure) => {
                const words = failureText(t, format, failure, checks);
                return <li key={words}>{words}</li>;
              })}
            </ul>
          )}
          {repetition.reply_p50_ms !== null && (
            <Text size="xs" c="dimmed">
              {t("run.timing", { turns: repetition.turns, ms: repetition.reply_p50_ms })}
            </Text>
          )}
          <Conversation conversation={repetition.conversation} />
        </section>
      ))}
    </div>
  );
}
