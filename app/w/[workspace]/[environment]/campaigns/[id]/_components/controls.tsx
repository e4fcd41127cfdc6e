"use client";

import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Campaign } from "@/lib/outreach/campaigns/schema";

const ICON = { size: 16, "aria-hidden": true } as const;

/** The statuses in which each action is allowed. Source: docs/outreach.md, "States". */
const ALLOWED = {
  pause: ["scheduled", "running"],
  resume: ["paused"],
  cancel: ["draft", "scheduled", "running", "paused"],
} as const satisfies Record<string, readonly Campaign["status"][]>;
type Action = keyof typeof ALLOWED;

const isAllowed = (action: Action, status: Campaign["status"]): boolean =>
  ALLOWED[action].some((allowedStatus) => allowedStatus === status);

/** The actions pause, resume and cancel, each with its consequence. */
export function Controls({ campaign }: { campaign: Campaign }) {
  const t = useTranslations("campaigns.control");
  const { run } = useAction();
  const { id, status, channel, counts, ends_at: endsAt, max_concurrent_calls: max } = campaign;
  const waiting = { count: counts.pending + counts.held };
  const active = t(`active.${channel}`, { count: counts.active });
  const send = (action: Action, done: string) =>
    run(() => api.post(`/v1/campaigns/:id/${action}` as const, { params: { id } }), { done });
  return (
    <>
      {isAllowed("pause", status) && (
        <ConfirmButton
          title={t("pauseTitle")}
          message={
            <>
              {t(`pauseHelp.${channel}`, waiting)} {active}{" "}
              {endsAt !== null && t.rich("pauseEnd", { time: () => <Time at={endsAt} /> })}
            </>
          }
          confirm={t("pauseAction")}
          confirmColor="teal"
          dismiss={t("pauseDismiss")}
          leftSection={<IconPlayerPause {...ICON} />}
          onConfirm={() => send("pause", t("pauseDone"))}
        >
          {t("pause")}
        </ConfirmButton>
      )}
      {isAllowed("resume", status) && (
        <ConfirmButton
          variant="filled"
          title={t("resumeTitle")}
          message={t(`resumeHelp.${channel}`, { ...waiting, max })}
          confirm={t("resumeAction")}
          confirmColor="teal"
          dismiss={t("resumeDismiss")}
          leftSection={<IconPlayerPlay {...ICON} />}
          onConfirm={() => send("resume", t("resumeDone"))}
        >
          {t("resume")}
        </ConfirmButton>
      )}
      {isAllowed("cancel", status) && (
        <ConfirmButton
          title={t("cancelTitle")}
          message={
            <>
              {t(`cancelHelp.${channel}`, waiting)} {status !== "draft" && active} {t("cancelEffect")}
            </>
          }
          confirm={t("cancel")}
          dismiss={t("cancelDismiss")}
          color="red"
          variant="light"
          onConfirm={() => send("cancel", t("cancelDone"))}
        >
          {t("cancel")}
        </ConfirmButton>
      )}
    </>
  );
}
