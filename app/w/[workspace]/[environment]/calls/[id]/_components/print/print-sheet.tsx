"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { callFacts } from "@/components/call-text/call-facts";
import type { TurnTexts } from "@/components/call-text/call-texts";
import { plainTurn } from "@/components/call-text/plain-turn";
import { plainValue } from "@/components/call-text/plain-value";
import { stepsOf, stepText } from "@/components/consent-steps";
import { DecisionReason } from "@/components/decision-reason";
import { useChannelName } from "@/components/use-channel-name";
import { clock, inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import { PolicyMessages } from "@/messages/areas/policy";
import type { CommentsOfCall } from "../../comments-of";
import { positionText } from "../comments/draft";
import classes from "./print.module.css";

type Row = readonly [key: string, name: string, value: ReactNode];

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A section of names and values. Renders nothing without a row. */
function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <dl>
        {rows.map(([key, name, value]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Outcome({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const { outcome } = call;
  if (outcome === null) return null;
  return (
    <Section title={t("column.outcome")}>
      <p>
        <strong>{inWords(outcome.tag)}</strong> ·{" "}
        {outcome.successful ? t("print.successful") : t("print.notSuccessful")}
      </p>
      {outcome.summary && <p>{outcome.summary}</p>}
    </Section>
  );
}

function Transcript({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const texts: TurnTexts = {
    label: t,
    toolLine: (values) => t("export.toolLine", values),
    interruptedLine: (values) => t("export.interruptedLine", values),
  };
  return (
    <Section title={t("conversation.title")}>
      {call.transcript.length === 0 && <p>{t("export.noTranscript")}</p>}
      <ol>
        {call.transcript.map((turn) => {
          const { time, speaker, text } = plainTurn(texts, turn);
          return (
            <li key={turn.index}>
              <span>{time}</span>
              <strong>{speaker}</strong>
              <span dir="auto">{text}</span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** Comments with their position and author, as rows. */
function useCommentRows(call: Call, { comments, names }: CommentsOfCall): Row[] {
  const t = useTranslations("calls.comments");
  return comments.map(({ id, author, text, ...position }) => {
    const name = author.type === "key" ? t("apiKey") : (names[author.id] ?? t("formerMember"));
    return [id, `${name}, ${positionText(t, position, call.transcript)}`, text];
  });
}

type Props = { call: Call; agent: string; comments: CommentsOfCall };

/** The call on paper: facts, outcome, variables, the whole transcript with its times, and the recording consent. */
export const PrintSheet = (props: Props) => (
  <PolicyMessages>
    <Sheet {...props} />
  </PolicyMessages>
);

function Sheet({ call, agent, comments }: Props) {
  const t = useTranslations("calls");
  const format = useFormatter();
  const channelName = useChannelName();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const when = (at: string) =>
    format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "long", timeZone });
  const channel = t("decision.channel", {
    channel: channelName(call.channel),
    direction: t(`direction.${call.direction}`),
  });
  const variables = Object.entries(call.variables);
  return (
    <article className={classes.sheet} data-print-sheet>
      <header>
        <h1>{t("review.pageTitle", { agent })}</h1>
        <p>{t("print.footer")}</p>
      </header>
      <Rows
        title={t("print.facts")}
        rows={callFacts(t, call, { channel, when }).map(([name, value]) => [name, name, value])}
      />
      <Rows
        title={t("print.reasons")}
        rows={call.reasons.map(({ code, ...reason }) => [
          code,
          code,
          <DecisionReason key={code} {...reason} time={when} />,
        ])}
      />
      <Outcome call={call} />
      <Rows
        title={t("outcome.variables")}
        rows={variables.map(([name, value]) => [name, name, plainValue(name, value)])}
      />
      <Transcript call={call} />
      <Rows
        title={t("print.consent")}
        rows={stepsOf(call).map(({ event, at, at_ms }) => [
          `${event} ${at}`,
          clock(at_ms),
          stepText(t, event),
        ])}
      />
      {call.notes !== "" && (
        <Section title={t("notes.title")}>
          <p>{call.notes}</p>
        </Section>
      )}
      <Rows title={t("comments.title")} rows={useCommentRows(call, comments)} />
    </article>
  );
}
