import type { EventKind } from "./values";

/** When each kind of event is sent, for the API reference. */
export const EVENT_DESCRIPTIONS: Readonly<Record<EventKind, string>> = {
  "agent.created": "An agent was created. Agents belong to both environments, so both receive the event.",
  "agent.deployed": "A version of an agent became live. Both environments receive the event.",
  "call.started": "A call was answered, or a chat began.",
  "call.ended": "A call ended. Its outcome and variables follow with `call.settled`.",
  "call.settled": "A call was evaluated. Only this event contains the transcript, variables and outcome.",
  "call.scored":
    "A judge has scored a call by the criteria of its agent. `scores` has the verdicts. It is sent again if the judge tries again.",
  "call.blocked": "An outgoing call was not placed. `reasons` lists the rules that blocked it.",
  "recording.ready": "The recording of a call can be downloaded.",
  "recording.suppressed":
    "A call is not recorded, for example because the caller declined. Recorded audio was deleted.",
  "campaign.launched": "A campaign was launched.",
  "campaign.paused": "A campaign was paused.",
  "campaign.completed": "Every contact of a campaign has a final result.",
  "campaign.failed": "A campaign stopped because of an error.",
  "contact.opted_out": "A contact asked, by voice or text, to receive no more calls and texts.",
  "consent.changed":
    "A contact's consent was granted or revoked. One import sends one event for each contact.",
  "contact.data_deleted": "The deletion of a contact's data is completed. `receipt` proves it.",
  "webhook.test": "A test event that you requested for one endpoint.",
};
