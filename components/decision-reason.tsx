import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { decisionReasonText, type Reason } from "./decision-reason-text";
import { Time } from "./time";

type Props = Reason & {
  until?: string | null | undefined;
  /** Writes the time in another form. */
  time?: (at: string) => ReactNode;
};

const timeOf = (at: string): ReactNode => <Time at={at} />;

/** A reason against contact or of an unanswered call, with its end. */
export function DecisionReason({ until, time = timeOf, ...reason }: Props) {
  const t = useTranslations("policy");
  const message = decisionReasonText(useTranslations("policy.reason"), reason);
  return until ? t.rich("reasonUntil", { message, time: () => time(until) }) : message;
}
