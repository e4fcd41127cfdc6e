import type { Compilable, RawBuilder } from "kysely";

/**
 * Events of a call, or the progress of a campaign or of a run of a test suite. They contain ids and kinds but no conversation content, since PostgreSQL's
 * NOTIFY is not under row-level security. `bridged`: a person answered a transferred call. `left`: the caller of one has gone.
 * `join_requested`: a member wants to take over a call or to listen. `join_answered`: its gateway has decided. `join_changed`: a
 * member is connected or has left. `sip_requested`: a call waits for a gateway with SIP. `sip_claimed`: one has claimed it. `sip_hang_up`: it is to hang up.
 * `answered_by_person`, `answered_by_mailbox`, `mailbox_records`: the carrier's answering machine detection.
 */
export type LiveEventKind =
  | "turn"
  | "ended"
  | "settled"
  | "cut"
  | "progress"
  | "bridged"
  | "bridged_unrecorded"
  | "left"
  | "join_requested"
  | "join_answered"
  | "join_changed"
  | "sip_requested"
  | "sip_claimed"
  | "sip_hang_up"
  | "answered_by_person"
  | "answered_by_mailbox"
  | "mailbox_records";

/** `reconnected`: events may have been missed, so the listener reads the state again. */
export type LiveListener = (kind: LiveEventKind | "reconnected") => void;

/**
 * Delivers live events to every process of the installation. An event belongs to the transaction that causes it: it is
 * delivered after its commit, and not at all after a rollback. A listener reads the changes from the database, so that an
 * event may be delivered twice, and a missed one is repaired by `reconnected`.
 */
export type LiveBus = {
  /** Statement that sends an event when the caller's transaction commits. */
  notify(id: string, kind: LiveEventKind): Compilable<unknown>;
  /** SQL expression that sends an event when the caller's statement evaluates it. */
  notifyExpression(id: RawBuilder<unknown>, kind: LiveEventKind): RawBuilder<unknown>;
  /**
   * Calls `listener` for every event of a call, campaign or run, from any process, until the returned function is called. Resolves
   * once it listens, so that later reads miss nothing.
   */
  subscribe(id: string, listener: LiveListener): Promise<() => void>;
  /** Closes this process's connection and removes its listeners. */
  close(): Promise<void>;
};
