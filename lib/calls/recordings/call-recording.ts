import type { Compilable } from "kysely";
import { sql } from "kysely";
import { agentPolicyDocument } from "@/lib/agents/agents";
import type { AgentPolicy } from "@/lib/agents/agents/schema";
import { finishRecordings } from "@/lib/calls/calls";
import { insertConsentStatements, readCurrentConsents } from "@/lib/contacts/consent";
import { isAnnouncementRequired } from "@/lib/contacts/policy";
import { isCoveredLanguage } from "@/lib/masking";
import { ANSWER_WINDOW_MS, adjustAnnouncement } from "@/lib/platform/announcements";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Storage, storage } from "@/lib/platform/storage";
import { type Capture, startCapture } from "./capture";
import { createObjectName, folderOf } from "./chunks";
import {
  applyConsentEvent,
  type Consent,
  type ConsentEffect,
  type ConsentEvent,
  type ConsentFacts,
  isPending,
  type Question,
} from "./consent";
import { restoreConsent, type StoredConsent } from "./restore-consent";
import { removalStatements, updateConsentStatement } from "./statements";
import type { Leg } from "./timeline";

type CallFacts = {
  suppress_recording: boolean;
  contact_id: string | null;
  subject_id: string;
  region: string | null;
  policy: AgentPolicy;
  /** BCP 47. */
  language: string;
  /** The consent so far. */
  recording: StoredConsent;
  /** The recording so far; null if none has begun. */
  object: string | null;
  resumed_ms: number[] | null;
  resumptions: number;
};

const selectFacts = ({ workspaceId, environment }: Pick<Ctx, "workspaceId" | "environment">, id: string) =>
  db
    .selectFrom("calls")
    .innerJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .leftJoin("contacts", (join) =>
      join
        .onRef("contacts.workspace_id", "=", "calls.workspace_id")
        .onRef("contacts.id", "=", "calls.contact_id"),
    )
    .leftJoin("agent_versions", (join) =>
      join
        .onRef("agent_versions.workspace_id", "=", "calls.workspace_id")
        .onRef("agent_versions.agent_id", "=", "calls.agent_id")
        .onRef("agent_versions.version", "=", "calls.agent_version"),
    )
    .leftJoin("recordings", (join) =>
      join
        .onRef("recordings.workspace_id", "=", "calls.workspace_id")
        .onRef("recordings.call_id", "=", "calls.id"),
    )
    .select([
      "calls.suppress_recording",
      "calls.contact_id",
      "calls.subject_id",
      "contacts.region",
      "agents.policy",
      "calls.recording",
      "calls.resumptions",
      "recordings.object",
      "recordings.resumed_ms",
      sql<string>`coalesce(calls.draft_config, agent_versions.config)->>'language'`.as("language"),
    ])
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.id", "=", id);

/** An action that the process with the line takes for the recording. */
export type LineAction = Exclude<ConsentEffect["type"], "record" | "pause" | "destroy">;

/** Whether a member may listen to a call, by the rules of its recording. */
export type ListeningRule = "unannounced" | "announced" | "declined" | "undecided";

/** The recording of one call, owned by the process that holds its line. Audio is stored only with consent. */
export type Recording = {
  /** Played first, when `dispatchEvent` returns `announce`. */
  readonly announcement: string;
  /** Time that the caller has to answer, in milliseconds. */
  readonly answerWindowMs: number;
  /** Whether a call continues unrecorded after the caller declines. */
  readonly allowsOptOut: boolean;
  /** The question that the caller is answering; null outside of an answer window. */
  question(): Question | null;
  /** Whether the caller can still decline. */
  mayDecline(): boolean;
  /** Whether audio is being stored. */
  isRecording(): boolean;
  /** Whether the recording continues on a transfer, once the human has heard the announcement. */
  followsTransfer(): boolean;
  /**
   * Whether a member may listen to the call. `announced`: the caller must be told first. `declined`: the caller, or a rule, excluded a
   * recording, or it was stopped. `undecided`: the caller is still answering.
   */
  listeningRule(): ListeningRule;
  /** Applies an event. Returns the actions for the line; actions on the audio are done here. */
  dispatchEvent(event: RecordingEvent): LineAction[];
  frame(leg: Leg, frame: Int16Array, atMs: number): void;
  /** Discards buffered audio that was not played. */
  cleared(atMs: number): void;
  /** Resolves once the audio so far is stored, for audio that arrives faster than it is heard. */
  waitUntilStored(): Promise<void>;
  /** Ends the recording. Resolves once all its audio is stored. */
  end(atMs: number): Promise<void>;
  /** Stores the audio so far, for the process that continues the call. */
  suspend(atMs: number): Promise<void>;
};
type RecordingEvent = ConsentEvent extends infer E ? (E extends unknown ? Omit<E, "at"> : never) : never;

/** `readsConsent`: also reads the contact's consent if the agent does not record. */
async function factsOf(ctx: Ctx, callId: string, { readsConsent = false } = {}) {
  const stored = (await ctx.db.first(selectFacts(ctx, callId))) as CallFacts | undefined;
  if (stored === undefined) return null;
  const row: CallFacts = { ...stored, policy: agentPolicyDocument.read(stored.policy) };
  const { recording, transcript } = row.policy;
  // A refusal in a language that is not covered would not be recognized.
  const isEnabled = recording.enabled && transcript.enabled && isCoveredLanguage(row.language);
  const hasRevoked =
    (isEnabled || readsConsent) &&
    row.contact_id !== null &&
    (await readCurrentConsents(ctx.db, ctx, [row.contact_id])).get(row.contact_id)?.["recording:call"]
      .state === "revoked";
  return {
    row,
    facts: {
      isEnabled,
      isRefusedBeforehand: row.suppress_recording || hasRevoked,
      mustAnnounce: recording.announce || isAnnouncementRequired(row.region),
      canOptOut: recording.allow_caller_opt_out,
      announceOnTransfer: recording.announce_on_transfer,
    },
  };
}

class CallRecording implements Recording {
  readonly announcement: string;
  readonly answerWindowMs: number;
  readonly allowsOptOut: boolean;
  private consent: Consent;
  private capture: Capture | null = null;
  private readonly object: string;
  /** The part that this process captures. Earlier parts are of processes that had the line before. */
  private readonly part: number;
  /** The process may have stored audio that a refusal destroys. */
  private mayBeStored: boolean;
  /** Writes to the storage, in order. */
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly ctx: Ctx,
    private readonly callId: string,
    private readonly row: CallFacts,
    facts: ConsentFacts,
    private readonly store: Storage,
    private readonly sealer: Awaited<ReturnType<typeof subjectSealer>>,
  ) {
    // A new call has no trace, which restores as a new consent.
    this.consent = restoreConsent(facts, row.recording);
    this.object = row.object ?? createObjectName();
    this.mayBeStored = row.object !== null;
    this.part = row.object === null ? 0 : (row.resumed_ms ?? []).length + 1;
    const { recording } = row.policy;
    this.announcement = adjustAnnouncement(recording);
    // A row written by an older process during an upgrade has no value.
    this.answerWindowMs = recording.answer_window_ms ?? ANSWER_WINDOW_MS.default;
    this.allowsOptOut = recording.allow_caller_opt_out;
  }

  mayDecline(): boolean {
    return this.consent.state !== "off" && this.consent.state !== "suppressed";
  }

  question(): Question | null {
    return this.consent.question;
  }

  isRecording(): boolean {
    return this.consent.state === "recording";
  }

  followsTransfer(): boolean {
    return this.consent.state === "recording" && this.consent.facts.announceOnTransfer;
  }

  listeningRule(): ListeningRule {
    const { state, facts } = this.consent;
    if (facts.isRefusedBeforehand || state === "suppressed" || state === "stopped") return "declined";
    if (isPending(this.consent)) return "undecided";
    return facts.mustAnnounce ? "announced" : "unannounced";
  }

  dispatchEvent(event: RecordingEvent): LineAction[] {
    const [next, effects] = applyConsentEvent(this.consent, { ...event, at: this.ctx.now() } as ConsentEvent);
    if (next === this.consent) return [];
    const before = this.consent;
    this.consent = next;
    const lineActions: LineAction[] = [];
    for (const { type } of effects) {
      if (type === "record") this.begin(event.atMs);
      else if (type === "pause") this.capture?.pause();
      else if (type === "destroy") this.destroy();
      else lineActions.push(type);
    }
    this.storeState(before);
    // The call ends now, so the job that makes the file waits for the remaining audio.
    if (event.type === "transferred" && next.state === "recording") {
      void this.write([this.progressStatement("following")]);
    }
    return lineActions;
  }

  frame(leg: Leg, frame: Int16Array, atMs: number): void {
    this.capture?.frame(leg, frame, atMs);
  }

  cleared(atMs: number): void {
    this.capture?.cleared(atMs);
  }

  async waitUntilStored(): Promise<void> {
    await this.capture?.waitUntilStored();
  }

  async end(atMs: number): Promise<void> {
    this.dispatchEvent({ type: "ended", atMs });
    await this.suspend(atMs);
    if (!this.mayBeStored) return;
    const { ctx, callId } = this;
    await this.write([
      this.progressStatement("captured"),
      finishRecordings(ctx.workspaceId, [callId], ctx.now()),
    ]);
    // A call that was erased right after settling has lost its earlier chunks; its later ones are deleted
    // here.
    if (!(await this.isKept())) await this.store.removeAll(folderOf(this.object));
  }

  async suspend(atMs: number): Promise<void> {
    await this.capture?.finish(atMs);
    await this.work;
  }

  /**
   * Statement that stores the capture's progress, unless another process has continued it; none if the recording is to
   * be deleted.
   */
  private progressStatement(state: "following" | "captured"): Compilable<unknown> {
    return (
      db
        .updateTable("recordings")
        .set({ state })
        .where("workspace_id", "=", this.ctx.workspaceId)
        .where("call_id", "=", this.callId)
        .where("state", "in", ["capturing", "following"])
        // A process that has captured nothing has added no part.
        .where(sql<boolean>`cardinality(resumed_ms) = ${this.capture === null ? this.part - 1 : this.part}`)
    );
  }

  /** Statement that begins the recording, or its next part. A recording that is being removed is not continued. */
  private beginStatement(atMs: number): Compilable<unknown> {
    const { ctx, callId, object } = this;
    const startMs = Math.round(atMs);
    if (this.part === 0)
      return db
        .insertInto("recordings")
        .values({
          call_id: callId,
          workspace_id: ctx.workspaceId,
          subject_id: this.row.subject_id,
          object,
          state: "capturing",
          started_ms: startMs,
          created_at: ctx.now(),
        })
        .returning("call_id");
    return db
      .updateTable("recordings")
      .set({ state: "capturing", resumed_ms: sql`array_append(resumed_ms, ${startMs}::int)` })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", callId)
      .where("state", "in", ["capturing", "captured"])
      .where(sql<boolean>`cardinality(resumed_ms) = ${this.part - 1}`)
      .returning("call_id");
  }

  /** Inserts the row before the first chunk, so that every chunk has a row. */
  private begin(atMs: number): void {
    if (this.capture !== null) {
      this.capture.resume();
      return;
    }
    const { callId, object, store, sealer, part } = this;
    const ready = this.write([this.beginStatement(atMs)]).then((rows) => (rows?.[0]?.length ?? 0) > 0);
    this.mayBeStored = true;
    const guardedStore: Storage = {
      ...store,
      put: async (name, bytes) => {
        // A settled call can be erased while its audio is still being stored. The caller can decline in a process that
        // has taken over the line.
        if (!(await ready) || !(await this.isKept())) throw new Error("The recording has no row.");
        await store.put(name, bytes);
      },
    };
    this.capture = startCapture({ store: guardedStore, sealer, callId, object, startMs: atMs, part });
  }

  /** Whether the recording still consists of the captured audio: it is not removed, and its file is not made. */
  private async isKept(): Promise<boolean> {
    const row = await this.ctx.db.first(
      db
        .selectFrom("recordings")
        .select("state")
        .where("workspace_id", "=", this.ctx.workspaceId)
        .where("call_id", "=", this.callId)
        .where("object", "=", this.object),
    );
    return row !== undefined && row.state !== "removing";
  }

  private destroy(): void {
    const { capture, ctx, callId, store } = this;
    this.capture = null;
    if (!this.mayBeStored) return;
    this.mayBeStored = false;
    this.work = this.work.then(async () => {
      await capture?.abandon();
      // The removal is stored before it is done: if the process dies in between, the job does it.
      await this.write(removalStatements(ctx.workspaceId, callId, ctx.now()));
      await store
        .removeAll(folderOf(this.object))
        .catch((err: unknown) => log.warn({ callId, err }, "a declined recording is still to be removed"));
    });
  }

  /** Stores the recording's state with the call, and a refusal in the contact's ledger. */
  private storeState(before: Consent): void {
    const { ctx, callId, row } = this;
    const { state, announcedAt, optedOutAt, trace } = this.consent;
    const recordingState = {
      ...(state === "suppressed" && { state }),
      ...(isPending(this.consent) && { state: "pending" }),
      // Consent is decided; the file does not exist yet.
      ...(isPending(before) && !isPending(this.consent) && state !== "suppressed" && { state: "none" }),
      announced_at: announcedAt,
      opted_out_at: optedOutAt,
      trace,
    };
    const declined = optedOutAt !== null && before.optedOutAt === null;
    const entry = { purpose: "recording", channel: "call", granted: false, source: "call" } as const;
    const ledger =
      declined && row.contact_id !== null
        ? insertConsentStatements(ctx, this.sealer, row.contact_id, [entry], { callId })
        : [];
    const { resumptions } = row;
    void this.write([
      updateConsentStatement(ctx.workspaceId, callId, recordingState, resumptions),
      ...ledger,
    ]);
  }

  /** Runs the writes in sequence. Returns the rows of each statement, or null if they could not be stored. */
  private write(run: readonly Compilable<unknown>[]): Promise<readonly (readonly unknown[])[] | null> {
    const done = this.writes.then(async () => {
      try {
        return await writeUnaudited(this.ctx, { run });
      } catch (err) {
        log.error({ callId: this.callId, err }, "a recording's state could not be stored");
        return null;
      }
    });
    this.writes = done;
    return done;
  }
  private writes: Promise<unknown> = Promise.resolve();
}

/** Opens the recording of a call; null if the call is not recorded. */
export async function openRecording(
  ctx: Ctx,
  callId: string,
  store: Storage = storage(),
): Promise<Recording | null> {
  const call = await factsOf(ctx, callId);
  if (call === null || !call.facts.isEnabled) return null;
  const { row, facts } = call;
  const sealer = await subjectSealer(ctx.workspaceId, row.subject_id);
  return new CallRecording(ctx, callId, row, facts, store, sealer);
}

/** The rule of `Recording.listeningRule` for a call that is not recorded. */
export async function readListeningRule(ctx: Ctx, callId: string): Promise<ListeningRule> {
  const call = await factsOf(ctx, callId, { readsConsent: true });
  if (call === null || call.facts.isRefusedBeforehand) return "declined";
  return call.facts.mustAnnounce ? "announced" : "unannounced";
}
