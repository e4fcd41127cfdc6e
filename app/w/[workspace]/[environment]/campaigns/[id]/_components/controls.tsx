"use client";

import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { DONE } from "../../_components/labels";
import { contacts } from "../../_components/parts";

const SIGN = { size: 16, "aria-hidden": true } as const;

/** Where each verb leads on from. Source: docs/outreach.md, "States". */
const MAY = {
  pause: ["scheduled", "running"],
  resume: ["paused"],
  cancel: ["draft", "scheduled", "running", "paused"],
} as const satisfies Record<string, readonly Campaign["status"][]>;
const isAllowed = (verb: keyof typeof MAY, status: Campaign["status"]): boolean =>
  MAY[verb].some((allowedStatus) => allowedStatus === status);

/** "Nothing is under way", or how much is. */
const underWay = ({ channel, counts: { active } }: Campaign): string =>
  active === 0
    ? `No ${DONE[channel].call} is under way.`
    : `${active} ${active === 1 ? `${DONE[channel].call} that is` : `${DONE[channel].calls} that are`} under way ${
        active === 1 ? "goes" : "go"
      } on to the end.`;

/** Pause, resume and cancel, each with what will happen. */
export function Controls({ campaign }: { campaign: Campaign }) {
  const { run } = useAction();
  const { id, status, channel, counts, ends_at: endsAt } = campaign;
  const { call, called, calls } = DONE[channel];
  const waiting = counts.pending + counts.held;
  const turn = (verb: keyof typeof MAY, done: string) =>
    run(() => api.post(`/v1/campaigns/:id/${verb}` as const, { params: { id } }), { done });
  return (
    <>
      {isAllowed("pause", status) && (
        <ConfirmButton
          title="Pause the campaign?"
          message={
            <>
              No new {call} is placed; the {contacts(waiting)} that still wait keep their place.{" "}
              {underWay(campaign)}{" "}
              {endsAt !== null && (
                <>
                  The end stays where it is: <Time at={endsAt} />.
                </>
              )}
            </>
          }
          confirm="Pause it"
          confirmColor="teal"
          dismiss="Go on"
          leftSection={<IconPlayerPause {...SIGN} />}
          onConfirm={() => turn("pause", "The campaign is paused.")}
        >
          Pause
        </ConfirmButton>
      )}
      {isAllowed("resume", status) && (
        <ConfirmButton
          variant="filled"
          title="Resume the campaign?"
          message={
            <>
              {contacts(waiting)} still wait. New {calls} are placed at once, to whom it is allowed now: at
              most {campaign.max_concurrent_calls} at a time.
            </>
          }
          confirm="Resume it"
          confirmColor="teal"
          dismiss="Leave it paused"
          leftSection={<IconPlayerPlay {...SIGN} />}
          onConfirm={() => turn("resume", "The campaign goes on.")}
        >
          Resume
        </ConfirmButton>
      )}
      {isAllowed("cancel", status) && (
        <ConfirmButton
          title="Cancel the campaign for good?"
          message={
            <>
              {waiting === 0
                ? "Nobody waits any more."
                : `The ${contacts(waiting)} that still wait will not be ${called} by it.`}{" "}
              {status !== "draft" && underWay(campaign)} It cannot be resumed; results stay.
            </>
          }
          confirm="Cancel the campaign"
          dismiss="Keep it"
          color="red"
          variant="light"
          onConfirm={() => turn("cancel", "The campaign is canceled.")}
        >
          Cancel campaign
        </ConfirmButton>
      )}
    </>
  );
}
