"use client";

import { VisuallyHidden } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { SipMessage } from "@/lib/calls/sip-messages/schema";
import { endsOf, isRefusal, labelMessage, secondsSince } from "./label-message";
import classes from "./sip-ladder.module.css";

const SECONDS = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const;

/** A message of the ladder: its arrow, and its headers once it is opened. */
export function SipMessageRow({ message, first }: { message: SipMessage; first: SipMessage }) {
  const t = useTranslations("calls.sip");
  const format = useFormatter();
  const { from, to } = endsOf(message);
  const seconds = format.number(secondsSince(first, message), SECONDS);
  return (
    <li>
      <details>
        <summary className={classes.rung}>
          <span className={classes.time}>{t("offset", { seconds })}</span>
          <span className={classes.arrow} data-leg={message.leg} data-direction={message.direction}>
            <span className={classes.label} data-refusal={isRefusal(message)}>
              {labelMessage(message)}
            </span>
            <VisuallyHidden>{t("path", { from: t(`side.${from}`), to: t(`side.${to}`) })}</VisuallyHidden>
          </span>
        </summary>
        <div className={classes.details}>
          <code>{message.start_line}</code>
          <dl>
            {message.headers.map(({ name, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a header can occur several times, and the list never changes.
              <div key={index}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {message.sdp.length > 0 && <pre>{message.sdp.join("\n")}</pre>}
          <p>
            {t("peer", { peer: message.peer, transport: message.transport.toUpperCase() })}{" "}
            {message.omitted_headers > 0 && t("omitted", { count: message.omitted_headers })}
          </p>
        </div>
      </details>
    </li>
  );
}
