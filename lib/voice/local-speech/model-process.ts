import { type ChildProcess, fork } from "node:child_process";
import { ProviderFailure } from "@/lib/agents/providers/schema";
import { LOCAL_PROVIDER, type SpeechModel } from "@/lib/agents/speech-models";
import { childEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type Entry, threadEntry } from "@/lib/voice/providers/pool/entry";
import type { FromModelProcess, ToModelProcess } from "./protocol";
import { restartDelayMs } from "./restart-delay";

/** Utterances at once in one process. With more, each is late. */
const MAX_UTTERANCES = 32;
/** Utterances whose words the process owes. With more, the built-in transcriber is faster than the queue. */
const MAX_OWED = 8;
/** Sound that the process has not taken yet, of all utterances together. More means that it hangs. */
const MAX_UNSENT_BYTES = 4 * 1_024 * 1_024;
/** The largest published models load within this time from a slow disk. */
const LOAD_TIMEOUT_MS = 120_000;
/** A process that owes an utterance its words for longer hangs, and is replaced. Calls have long used the fallback. */
const HANG_MS = 15_000;
/** A process that ran this long was healthy: its end does not add to the wait before the next start. */
const HEALTHY_MS = 60_000;
const STDERR_CHARS = 2_000;

/** Receives the words of one utterance. */
type Listener = {
  onPartial(text: string): void;
  onFinal(text: string): void;
  onFailure(error: ProviderFailure): void;
};

/** An utterance in the process of a model. Exactly one of `onFinal` and `onFailure` is called, unless it is aborted. */
export type ModelUtterance = { push(samples: Int16Array): void; finish(): void; abort(): void };

export type ModelProcess = {
  begin(language: string, listener: Listener): ModelUtterance;
  /** Starts the process unless it runs or waits after a crash. */
  start(): void;
  /** Resolves once the model is loaded. Rejects if the process ends before. */
  ready(): Promise<void>;
  /** The last error output of the library. It names files and settings, and no words. */
  diagnostics(): string;
  close(): void;
};

/** The limits and the entry are for tests. */
export type ModelProcessOptions = {
  threads: number;
  entry?: Entry;
  delayMs?: (crashes: number) => number;
  hangMs?: number;
  /** Whether the end of the process is logged. A command states it in its result instead. */
  logsEnd?: boolean;
};

const failure = (kind: "unavailable" | "rate_limited") => new ProviderFailure(LOCAL_PROVIDER, kind);

/**
 * The process of one model. The native library ends its process for a model that it rejects, so that it must not run in
 * the process of calls. After a crash, its utterances fail at once and the process is started again after a delay that
 * doubles with each crash.
 */
export function createModelProcess(
  model: SpeechModel,
  {
    threads,
    entry = threadEntry("model-child", import.meta.url),
    delayMs = restartDelayMs,
    hangMs = HANG_MS,
    logsEnd = true,
  }: ModelProcessOptions,
): ModelProcess {
  const { name } = model;
  let child: ChildProcess | undefined;
  let loading: Promise<void> = Promise.reject(failure("unavailable"));
  loading.catch(() => {});
  let restart: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isReady = false;
  let crashes = 0;
  let lastId = 0;
  let unsentBytes = 0;
  let stderr = "";
  const listeners = new Map<number, Listener>();
  /** Utterances whose words the process owes, also after the call stopped waiting: it is busy with them. */
  const owed = new Map<number, NodeJS.Timeout>();

  function settle(id: number): Listener | undefined {
    const listener = listeners.get(id);
    listeners.delete(id);
    return listener;
  }

  function receive(message: FromModelProcess): void {
    if (message.type === "ready") {
      isReady = true;
      return;
    }
    const { id } = message;
    if (message.type === "partial") {
      listeners.get(id)?.onPartial(message.text);
      return;
    }
    clearTimeout(owed.get(id));
    owed.delete(id);
    if (message.type === "final") settle(id)?.onFinal(message.text);
    else settle(id)?.onFailure(failure("unavailable"));
  }

  /** Ends a process that owes the words of an utterance for too long. While the model loads, LOAD_TIMEOUT_MS holds. */
  function watch(id: number, running: ChildProcess): void {
    const check = () => {
      if (isReady) running.kill("SIGKILL");
      else if (child === running) watch(id, running);
    };
    owed.set(id, setTimeout(check, hangMs).unref());
  }

  function onEnd(startedAtMs: number, code: number | null, signal: NodeJS.Signals | null): void {
    child = undefined;
    isReady = false;
    unsentBytes = 0;
    for (const timer of owed.values()) clearTimeout(timer);
    owed.clear();
    for (const id of [...listeners.keys()]) settle(id)?.onFailure(failure("unavailable"));
    if (isClosed) return;
    crashes = performance.now() - startedAtMs >= HEALTHY_MS ? 1 : crashes + 1;
    const waitMs = delayMs(crashes);
    if (logsEnd)
      log.warn({ model: name, code, signal, crashes, waitMs }, "the process of a speech model has ended");
    restart = setTimeout(() => {
      restart = undefined;
      start();
    }, waitMs).unref();
  }

  function start(): void {
    if (child !== undefined || restart !== undefined || isClosed) return;
    const startedAtMs = performance.now();
    const started = fork(entry.filename, {
      execArgv: ["--expose-gc", ...entry.execArgv],
      env: childEnvironment(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child = started;
    stderr = "";
    // Neither the process nor its channels keep the server running.
    started.unref();
    started.channel?.unref();
    started.stderr?.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-STDERR_CHARS);
    });
    const killed = () => started.kill("SIGKILL");
    process.once("exit", killed);
    const tooSlow = setTimeout(killed, LOAD_TIMEOUT_MS).unref();
    loading = new Promise((resolve, reject) => {
      started.on("message", (message) => {
        if ((message as FromModelProcess).type === "ready") {
          clearTimeout(tooSlow);
          resolve();
        }
        receive(message as FromModelProcess);
      });
      // "close" comes after the end of the error output, and also if the process could not be started.
      started.once("error", () => killed());
      started.once("close", (code, signal) => {
        clearTimeout(tooSlow);
        process.off("exit", killed);
        reject(failure("unavailable"));
        onEnd(startedAtMs, code, signal);
      });
    });
    loading.catch(() => {});
    const { kind, files, takesLanguage, languages } = model;
    send({ type: "load", model: { kind, files, takesLanguage, languages }, threads });
  }

  /** Returns whether the message was sent. */
  function send(message: ToModelProcess): boolean {
    const bytes = message.type === "audio" ? message.samples.byteLength : 0;
    if (child === undefined || !child.connected || unsentBytes + bytes > MAX_UNSENT_BYTES) return false;
    unsentBytes += bytes;
    const receiver = child;
    receiver.send(message, () => {
      if (child === receiver) unsentBytes -= bytes;
    });
    return true;
  }

  function fail(id: number, kind: "unavailable" | "rate_limited"): void {
    const listener = settle(id);
    if (listener === undefined) return;
    send({ type: "abort", id });
    listener.onFailure(failure(kind));
  }

  return {
    start,
    ready: () => loading,
    diagnostics: () => stderr.trim(),
    begin(language, listener) {
      const id = ++lastId;
      const isFull = listeners.size >= MAX_UTTERANCES;
      start();
      listeners.set(id, listener);
      if (isFull || !send({ type: "begin", id, language })) fail(id, isFull ? "rate_limited" : "unavailable");
      return {
        push(samples) {
          if (listeners.has(id) && !send({ type: "audio", id, samples })) fail(id, "unavailable");
        },
        finish() {
          if (!listeners.has(id)) return;
          if (owed.size >= MAX_OWED) return fail(id, "rate_limited");
          if (child === undefined || !send({ type: "finish", id })) return fail(id, "unavailable");
          watch(id, child);
        },
        abort() {
          if (settle(id) !== undefined) send({ type: "abort", id });
        },
      };
    },
    close() {
      isClosed = true;
      clearTimeout(restart);
      child?.kill("SIGKILL");
    },
  };
}
