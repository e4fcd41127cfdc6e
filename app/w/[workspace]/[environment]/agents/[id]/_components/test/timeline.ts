import { stepsOf } from "@/components/consent-steps";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, ProviderFailureNote, Turn } from "@/lib/calls/calls/schema";

/** Something beside the turns that happened in a test conversation. */
export type TimelineEvent =
  | { type: "disclosed" }
  | { type: "recording"; step: string }
  | { type: "transfer"; ok: boolean }
  | { type: "provider_failed"; failure: ProviderFailureNote }
  | { type: "opted_out" }
  | { type: "outcome"; outcome: NonNullable<Call["outcome"]> };

/** A turn, with the variable whose question it answers, or an event between turns. */
export type TimelineItem =
  | { kind: "turn"; key: string; turn: Turn; answers: string | null }
  | { kind: "event"; key: string; event: TimelineEvent };

type TimedEvent = { atMs: number; event: TimelineEvent };
type Conversation = { turns: readonly Turn[]; call: Call; agent: Pick<Agent, "disclosure"> };

const TRANSFER_TOOLS = ["transfer_to_human", "transfer_to_payment_ivr"];

/** The events that are stored with a time: steps of the recording consent, and failures of speech providers. */
function timedEvents(call: Call): TimedEvent[] {
  const startedMs = Date.parse(call.started_at ?? call.created_at);
  const steps = stepsOf(call).map(
    ({ event, at_ms }): TimedEvent => ({ atMs: at_ms, event: { type: "recording", step: event } }),
  );
  const failures = call.provider_failures.map(
    (failure): TimedEvent => ({
      atMs: Date.parse(failure.at) - startedMs,
      event: { type: "provider_failed", failure },
    }),
  );
  return [...steps, ...failures].sort((a, b) => a.atMs - b.atMs);
}

/** Whether the agent says its disclosure, completely, in this turn. */
function discloses({ role, text }: Turn, { disclosure }: Conversation["agent"]): boolean {
  const sentence = disclosure.text.trim();
  return disclosure.enabled && sentence !== "" && role === "agent" && text?.startsWith(sentence) === true;
}

/** The events that a turn itself shows, before and after it. */
function eventsOf(
  turn: Turn,
  agent: Conversation["agent"],
): { before: TimelineEvent[]; after: TimelineEvent[] } {
  const { tool } = turn;
  const isTransfer = tool !== undefined && TRANSFER_TOOLS.includes(tool.name);
  return {
    before: discloses(turn, agent) ? [{ type: "disclosed" }] : [],
    after: isTransfer ? [{ type: "transfer", ok: tool.ok }] : [],
  };
}

function closingEvents({ end_reason, outcome }: Call): TimelineEvent[] {
  const isOptOut = end_reason === "opted_out" || outcome?.tag === "opted_out";
  return [
    ...(isOptOut ? [{ type: "opted_out" } as const] : []),
    ...(outcome === null ? [] : [{ type: "outcome", outcome } as const]),
  ];
}

/**
 * The turns and events of a conversation in order. Turns keep their order; an event with a time comes before the first turn
 * that began later.
 */
export function timelineOf({ turns, call, agent }: Conversation): TimelineItem[] {
  const items: TimelineItem[] = [];
  const pending = timedEvents(call);
  let answers: string | null = null;
  const add = (event: TimelineEvent) => items.push({ kind: "event", key: `event-${items.length}`, event });
  for (const turn of turns) {
    for (let due = pending[0]; due !== undefined && due.atMs <= turn.start_ms; due = pending[0]) {
      add(due.event);
      pending.shift();
    }
    const { before, after } = eventsOf(turn, agent);
    before.forEach(add);
    items.push({
      kind: "turn",
      key: `turn-${turn.index}`,
      turn,
      answers: turn.role === "caller" ? answers : null,
    });
    after.forEach(add);
    if (turn.role === "agent" && turn.asks !== undefined) answers = turn.asks;
  }
  for (const { event } of pending) add(event);
  closingEvents(call).forEach(add);
  return items;
}
