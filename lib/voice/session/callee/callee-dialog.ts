import type { AgentConfig } from "@/lib/agents/agents/schema";
import { NOT_UNDERSTOOD_TEXT, type Notice, type Playback } from "@/lib/calls/conversation";
import { subscribe } from "@/lib/platform/live";
import type { Words } from "../call-state-machine";
import { isBareGreeting } from "./bare-greeting";
import type { Callee } from "./detect-callee";
import { watchCallee } from "./watch-callee";

/** A screening service that asks this often does not let the call through. */
const MAX_SCREENING_REPLIES = 2;

type Options = {
  callId: string;
  config: Pick<AgentConfig, "answering_machine" | "disclosure" | "language">;
  notices: { say(text: string): Promise<Playback> };
  nowMs(): number;
  /** Resolves once all sent audio has been played. */
  waitForPlayback(): Promise<boolean>;
  isOver(): boolean;
  /** A mailbox has answered after the conversation began: the agent stops, and the callee's speech no longer counts. */
  mailboxAnswered(): void;
  sayings: { begin(): void; finish(): void };
  note(notice: Notice): void;
  hangUp(): void;
};

export type CalleeDialog = ReturnType<typeof createCalleeDialog>;

/**
 * The beginning of an outbound telephone call: the agent listens until it knows who has answered. A person is spoken to, a
 * screening service gets its answer, and a mailbox gets the agent's message at its beep, or is hung up on.
 */
export function createCalleeDialog(options: Options) {
  const { callId, config, notices, nowMs, isOver } = options;
  const { action, message, screening_reply: screeningReply } = config.answering_machine;
  const disclosure = config.disclosure.enabled ? config.disclosure.text.trim() : "";
  let firstWords: Words | null = null;
  /** Whether a person is spoken to: the conversation has begun. */
  let isMet = false;
  let isSpeaking = false;
  /** Utterances whose words are not known yet. */
  let transcribing = 0;
  let isBusy = false;
  let replies = 0;
  /** Once a mailbox is known, nothing more is said to a person. */
  let isConversationOver = false;
  let metPerson: (() => void) | null = null;

  const watch = watchCallee({ language: config.language, nowMs, onChange: (callee) => void changed(callee) });
  const subscription = subscribe(callId, (kind) => {
    if (kind === "answered_by_person") watch.carrier("person");
    if (kind === "answered_by_mailbox") watch.carrier("mailbox");
    if (kind === "mailbox_records") watch.carrier("recording");
  }).catch(() => () => undefined);

  async function say(text: string, kind: Notice["kind"]): Promise<void> {
    const startMs = nowMs();
    const { isComplete } = await notices.say(text);
    await options.waitForPlayback();
    options.note({ kind, text, startMs, endMs: nowMs(), interrupted: !isComplete });
  }
  async function answerScreening(): Promise<void> {
    if (isBusy) return;
    const reply = [disclosure, screeningReply ?? ""].filter((text) => text !== "").join(" ");
    if (reply === "" || ++replies > MAX_SCREENING_REPLIES) return options.hangUp();
    isBusy = true;
    await say(reply, "screening_answered");
    isBusy = false;
    firstWords = null;
    watch.screeningAnswered();
  }
  async function leaveMessage(): Promise<void> {
    if (isBusy || message === null) return;
    isBusy = true;
    await say([disclosure, message].filter((text) => text !== "").join(" "), "voicemail_left");
    options.hangUp();
  }
  function meetMailbox(callee: "mailbox" | "recording"): void {
    if (isMet) options.mailboxAnswered();
    isMet = false;
    isConversationOver = true;
    if (action === "hang_up" || message === null) options.hangUp();
    else if (callee === "recording") void leaveMessage();
  }
  /** Begins the conversation once all that the person has said is understood, so that none of it is lost. */
  function meetPerson(): void {
    if (isMet || isConversationOver || isSpeaking || transcribing > 0 || watch.callee() !== "person") return;
    isMet = true;
    metPerson?.();
  }
  function changed(callee: Callee): void {
    if (isOver()) return;
    if (callee === "person") meetPerson();
    else if (callee === "screening") void answerScreening();
    else if (callee !== "undecided") meetMailbox(callee);
  }

  return {
    /** Whether the callee's speech and keys are processed here alone. */
    isListening: (): boolean => !isMet && !isOver(),
    /** The call continues on a new line: its conversation has begun. */
    assumePerson(): void {
      isMet = true;
    },
    /** Resolves once a person has answered, with their words if these are more than a greeting. */
    async meet(): Promise<Words | null> {
      if (!isMet)
        await new Promise<void>((resolve) => {
          metPerson = resolve;
        });
      if (firstWords === null || firstWords.text === NOT_UNDERSTOOD_TEXT) return null;
      return isBareGreeting(firstWords.text, config.language) ? null : firstWords;
    },
    frame: watch.frame,
    speechStarted(atMs: number): boolean {
      watch.speechStarted(atMs);
      if (isMet) return false;
      isSpeaking = true;
      options.sayings.begin();
      return true;
    },
    speechEnded(atMs: number): boolean {
      watch.speechEnded(atMs);
      if (!isSpeaking) return false;
      isSpeaking = false;
      transcribing += 1;
      options.sayings.finish();
      return true;
    },
    /** True if the words are processed here alone. */
    handleWords(words: Words | null): boolean {
      watch.words(words);
      if (transcribing === 0) return false;
      transcribing -= 1;
      if (words !== null && words.text !== NOT_UNDERSTOOD_TEXT)
        firstWords =
          firstWords === null
            ? words
            : { ...words, text: `${firstWords.text} ${words.text}`, startMs: firstWords.startMs };
      meetPerson();
      return true;
    },
    /** The call is over. */
    close(): void {
      metPerson?.();
      void subscription.then((unsubscribe) => unsubscribe());
    },
  };
}
