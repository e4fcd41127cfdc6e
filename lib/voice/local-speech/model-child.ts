// The process of one model (model-process.ts starts it). It imports nothing of the product that holds data, has no
// secrets in its environment, and ends with its parent.

import { createEngine, type Engine, type EngineUtterance } from "./engine";
import type { FromModelProcess, ToModelProcess } from "./protocol";

/** Streams of the library are freed by the garbage collector, which does not see how large they are. */
const UTTERANCES_PER_COLLECTION = 10;

const send = (message: FromModelProcess) => process.connected && process.send?.(message);
const utterances = new Map<number, EngineUtterance>();
let engine: Engine | undefined;
let finishedCount = 0;

function collect(): void {
  if (++finishedCount % UTTERANCES_PER_COLLECTION === 0) globalThis.gc?.();
}

async function finish(id: number): Promise<void> {
  const utterance = utterances.get(id);
  utterances.delete(id);
  try {
    if (utterance === undefined) throw new Error("The utterance has not begun.");
    send({ type: "final", id, text: await utterance.finish() });
  } catch {
    send({ type: "failed", id });
  }
  collect();
}

function handle(message: ToModelProcess): void {
  if (message.type === "load") {
    engine = createEngine(message.model, message.threads);
    send({ type: "ready" });
    return;
  }
  const { id } = message;
  if (message.type === "begin") {
    if (engine !== undefined) utterances.set(id, engine.begin(message.language));
  } else if (message.type === "audio") {
    const text = utterances.get(id)?.push(message.samples) ?? null;
    if (text !== null) send({ type: "partial", id, text });
  } else if (message.type === "finish") void finish(id);
  else {
    utterances.delete(id);
    collect();
  }
}

process.on("message", (message) => handle(message as ToModelProcess));
process.on("disconnect", () => process.exit(0));
// The parent decides when this process ends: a terminal sends its signals to the whole group.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
