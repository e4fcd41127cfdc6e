import type { Compilable } from "kysely";
import { sql } from "kysely";
import type { AgentPolicy } from "@/lib/agents/agents/schema";
import { finishRecordings } from "@/lib/calls/calls";
import { consentStatements, currentConsents } from "@/lib/contacts/consent";
import { mustAnnounce } from "@/lib/contacts/policy";
import { isCoveredLanguage } from "@/lib/masking";
import { ANSWER_WINDOW_MS, fittingAnnouncement } from "@/lib/platform/announcements";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Storage, storage } from "@/lib/platform/storage";
import { type Capture, startCapture } from "./capture";
import { folderOf, newObject } from "./chunks";
import {
  type Consent,
  type ConsentEffect,
  type ConsentEvent,
  consent,
  isPending,
  newConsent,
  type Question,
} from "./consent";
import { removal, showOf } from "./statements";
import type { Leg } from "./timeline";

type CallFacts = {
  suppress_recording: boolean;
  contact_id: string | null;
  subject_id: string;
  region: string | null;
  policy: AgentPolicy;
  /** BCP 47. */
  language: string;
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
    .select([
      "calls.suppress_recording",
      "calls.contact_id",
      "calls.subject_id",
      "contacts.region",
      sql<AgentPolicy>`agents.policy`.as("policy"),
      sql<string>`coalesce(calls.draft_config, agent_versions.config)->>'language'`.as("language"),
    ])
    .where("calls.workspace_id", "=", workspaceId)
    .where("calls.environment", "=", environment)
    .where("calls.id", "=", id);

/** What whoever holds the line has to do for the recording. */
export type Asked = Exclude<ConsentEffect["type"], "record" | "pause" | "destroy">;

/** The recording of one call, for whoever holds its line: consent comes first, sound after it. */
export type Recording = {
  /** What is played before anything else is said, where `happen` asks for it. */
  readonly announcement: string;
  /** How long the caller has to answer, in milliseconds. */
  readonly answerWindowMs: number;
  /** Whether a caller who declines may go on unrecorded. */
  readonly allowsOptOut: boolean;
  /** What the caller is answering now; null outside of a window. */
  question(): Question | null;
  /** Whether somebody could still decline. */
  mayDecline(): boolean;
  /** Whether sound is being kept. */
  isRecording(): boolean;
  /** Whether it continues, once the human leg has been told, when somebody else takes the call over. */
  followsTransfer(): boolean;
  /** Lets something happen. Answers what the line has to do; what concerns the sound is done here. */
  happen(event: Happened): Asked[];
  frame(leg: Leg, frame: Int16Array, atMs: number): void;
  /** What was sent ahead was not played. */
  cleared(atMs: number): void;
  /** The call is over. Resolves once all is stored that will be. */
  end(atMs: number): Promise<void>;
};
type Happened = ConsentEvent extends infer E ? (E extends unknown ? Omit<E, "at"> : never) : never;

async function factsOf(ctx: Ctx, callId: string) {
  const row = (await ctx.db.one(selectFacts(ctx, callId))) as CallFacts | undefined;
  if (row === undefined) return null;
  const { recording, transcript } = row.policy;
  // A refusal in a language that nobody listens for would not be heard.
  const enabled = recording.enabled && transcript.enabled && isCoveredLanguage(row.language);
  const revoked =
    enabled &&
    row.contact_id !== null &&
    (await currentConsents(ctx.db, ctx, [row.contact_id])).get(row.contact_id)?.["recording:call"].state ===
      "revoked";
  return {
    row,
    facts: {
      enabled,
      unwanted: row.suppress_recording || revoked,
      announce: recording.announce || mustAnnounce(row.region),
      allowOptOut: recording.allow_caller_opt_out,
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
  /** The call has ended for us; who has taken it over is recorded on. */
  private following = false;
  private readonly object = newObject();
  /** What is stored of it, in order. */
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly ctx: Ctx,
    private readonly callId: string,
    private readonly row: CallFacts,
    facts: Parameters<typeof newConsent>[0],
    private readonly store: Storage,
    private readonly sealer: Awaited<ReturnType<typeof subjectSealer>>,
  ) {
    this.consent = newConsent(facts);
    const { recording } = row.policy;
    this.announcement = fittingAnnouncement(recording);
    // A row that an older process wrote during an upgrade has none.
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

  happen(event: Happened): Asked[] {
    const [next, effects] = consent(this.consent, { ...event, at: this.ctx.now() } as ConsentEvent);
    if (next === this.consent) return [];
    const before = this.consent;
    this.consent = next;
    const asked: Asked[] = [];
    for (const { type } of effects) {
      if (type === "record") this.begin(event.atMs);
      else if (type === "pause") this.capture?.pause();
      else if (type === "destroy") this.destroy();
      else asked.push(type);
    }
    this.tell(before);
    // The call itself ends now: whoever makes the file is to wait for what is still to come.
    if (event.type === "transferred" && next.state === "recording") {
      this.following = true;
      void this.write([this.moved("following")]);
    }
    return asked;
  }

  frame(leg: Leg, frame: Int16Array, atMs: number): void {
    this.capture?.frame(leg, frame, atMs);
  }

  cleared(atMs: number): void {
    this.capture?.cleared(atMs);
  }

  async end(atMs: number): Promise<void> {
    this.happen({ type: "ended", atMs });
    await this.capture?.finish(atMs);
    await this.work;
    if (this.capture === null) return;
    const { ctx, callId } = this;
    await this.write([this.moved("captured"), finishRecordings(ctx.workspaceId, [callId], ctx.now())]);
    // A call that was erased as soon as it was settled has lost its chunks by then; those behind them go here.
    if (!(await this.isKept())) await this.store.removeAll(folderOf(this.object));
  }

  /** The statement that tells how far taking the sound has come; none where the recording is to go. */
  private moved(state: "following" | "captured"): Compilable<unknown> {
    return db
      .updateTable("recordings")
      .set({ state })
      .where("workspace_id", "=", this.ctx.workspaceId)
      .where("call_id", "=", this.callId)
      .where("state", "in", ["capturing", "following"]);
  }

  /** The row is there before the first chunk, so that no chunk is ever without one. */
  private begin(atMs: number): void {
    if (this.capture !== null) {
      this.capture.resume();
      return;
    }
    const { ctx, callId, object, store, sealer } = this;
    const ready = this.write([
      db.insertInto("recordings").values({
        call_id: callId,
        workspace_id: ctx.workspaceId,
        subject_id: this.row.subject_id,
        object,
        state: "capturing",
        started_ms: Math.round(atMs),
        created_at: ctx.now(),
      }),
    ]);
    const behind: Storage = {
      ...store,
      put: async (name, bytes) => {
        // Once the call is settled it can be erased while its sound still comes.
        if (!(await ready) || (this.following && !(await this.isKept())))
          throw new Error("The recording has no row.");
        await store.put(name, bytes);
      },
    };
    this.capture = startCapture({ store: behind, sealer, callId, object, startMs: atMs });
  }

  /** Whether there is still somebody who knows of what is stored. */
  private async isKept(): Promise<boolean> {
    const row = await this.ctx.db.one(
      db
        .selectFrom("recordings")
        .select("state")
        .where("workspace_id", "=", this.ctx.workspaceId)
        .where("call_id", "=", this.callId),
    );
    return row !== undefined && row.state !== "removing";
  }

  private destroy(): void {
    const { capture, ctx, callId, store } = this;
    this.capture = null;
    if (capture === null) return;
    this.work = this.work.then(async () => {
      await capture.abandon();
      // Said first, done then: of a process that dies in between, the job does it.
      await this.write(removal(ctx.workspaceId, callId, ctx.now()));
      await store
        .removeAll(folderOf(this.object))
        .catch((err: unknown) => log.warn({ callId, err }, "a declined recording is still to be removed"));
    });
  }

  /** Stores where the call stands with its recording, and a refusal in the contact's ledger. */
  private tell(before: Consent): void {
    const { ctx, callId, row } = this;
    const { state, announcedAt, optedOutAt, trace } = this.consent;
    const shown = {
      ...(state === "suppressed" && { state }),
      ...(isPending(this.consent) && { state: "pending" }),
      // Decided: nothing to hear yet, until the file is made.
      ...(isPending(before) && !isPending(this.consent) && state !== "suppressed" && { state: "none" }),
      announced_at: announcedAt,
      opted_out_at: optedOutAt,
      trace,
    };
    const declined = optedOutAt !== null && before.optedOutAt === null;
    const entry = { purpose: "recording", channel: "call", granted: false, source: "call" } as const;
    const ledger =
      declined && row.contact_id !== null
        ? consentStatements(ctx, this.sealer, row.contact_id, [entry], { callId })
        : [];
    void this.write([showOf(ctx.workspaceId, callId, shown), ...ledger]);
  }

  /** One after the other. False where it could not be stored. */
  private write(run: readonly Compilable<unknown>[]): Promise<boolean> {
    const done = this.writes.then(async () => {
      try {
        await record(this.ctx, { run });
        return true;
      } catch (err) {
        log.error({ callId: this.callId, err }, "a recording's state could not be stored");
        return false;
      }
    });
    this.writes = done;
    return done;
  }
  private writes: Promise<unknown> = Promise.resolve();
}

/** The recording of a call that begins; null where none will be, and nothing is kept of it. */
export async function openRecording(
  ctx: Ctx,
  callId: string,
  store: Storage = storage(),
): Promise<Recording | null> {
  const found = await factsOf(ctx, callId);
  if (found === null || !found.facts.enabled) return null;
  const { row, facts } = found;
  const sealer = await subjectSealer(ctx.workspaceId, row.subject_id);
  return new CallRecording(ctx, callId, row, facts, store, sealer);
}
