import { calls, type Reply, says } from "./reply";
import { type Model, type ModelRequest, savedValues, wellBehavedModel } from "./well-behaved-model";

/** A way in which a model misbehaves: its own answer, or that of what stands behind it. */
export type Misbehavior = (request: ModelRequest, otherwise: Model) => Reply;

/** A model that misbehaves in all these ways: the first decides, and may ask those behind it. */
export const misbehavingModel = (...behaviors: readonly Misbehavior[]): Model =>
  behaviors.reduceRight<Model>(
    (otherwise, behavior) => (request) => behavior(request, otherwise),
    wellBehavedModel,
  );

/** Only in conversations: what is over is read as it should be. */
const inSteps =
  (behavior: Misbehavior): Misbehavior =>
  (request, otherwise) =>
    request.isStep ? behavior(request, otherwise) : otherwise(request);

/** Behaves so on the first `count` requests for a step, and then as it should. */
export const times = (count: number, behavior: Misbehavior): Misbehavior => {
  let left = count;
  return (request, otherwise) => {
    if (!request.isStep || left <= 0) return otherwise(request);
    left -= 1;
    return behavior(request, otherwise);
  };
};

/** Behaves so once the caller has said something that fits. */
export const onceCallerSays = (pattern: RegExp, behavior: Misbehavior): Misbehavior =>
  inSteps((request, otherwise) =>
    request.last.role === "user" && pattern.test(request.last.content)
      ? behavior(request, otherwise)
      : otherwise(request),
  );

/** Behaves so from the caller's first word on: the greeting is as it should be. */
export const afterGreeting = (behavior: Misbehavior): Misbehavior =>
  inSteps((request, otherwise) =>
    request.messages.filter(({ role }) => role === "user").length > 1
      ? behavior(request, otherwise)
      : otherwise(request),
  );

const textOf = (reply: Reply): string => {
  if (reply.kind === "text") return reply.chunks.join("");
  return reply.kind === "tools" ? (reply.text ?? "") : "";
};
const lastCallerWords = ({ messages }: ModelRequest): string =>
  messages.findLast(({ role }) => role === "user")?.content ?? "";

/** Never says what it is. */
export const forgetsDisclosure: Misbehavior = inSteps((request, otherwise) =>
  request.messages.some(({ role }) => role === "assistant")
    ? otherwise(request)
    : says("Hi! What can I do for you?"),
);

/** Calls no tool: it only talks. */
export const forgetsTools: Misbehavior = inSteps((request, otherwise) => {
  const reply = otherwise(request);
  return reply.kind === "tools" ? says(textOf(reply) || "Noted. Anything else?") : reply;
});

/** Notes and confirms a day that the caller never said, and that no calendar has. */
export const inventsDates: Misbehavior = inSteps((request, otherwise) => {
  const reply = otherwise(request);
  if (reply.kind !== "tools" || request.round > 1) return reply;
  const changed = reply.calls.map((call) => ({
    ...call,
    arguments: { ...(call.arguments as object), day: "2026-02-30" },
  }));
  return { ...reply, text: "That is the thirtieth of February.", calls: changed };
});

/** Says back whatever the caller has said, and whatever was saved. */
export const repeatsValues: Misbehavior = inSteps((request, otherwise) => {
  const noted = Object.values(savedValues(request.messages)).join(", ") || "nothing";
  const words = `I heard: ${lastCallerWords(request)}. I have noted ${noted}. `;
  const reply = otherwise(request);
  if (reply.kind === "text") return { ...reply, chunks: [words, ...reply.chunks] };
  return reply.kind === "tools" ? { ...reply, text: words + (reply.text ?? "") } : reply;
});

/** Promises not to contact the caller again, and does nothing about it. */
export const promisesOptOut: Misbehavior = afterGreeting(() =>
  says("We will not contact you again. Goodbye."),
);

/** Confirms whatever is wanted, and does nothing about it. */
export const promisesEverything: Misbehavior = afterGreeting(() =>
  says("Done: this call is not recorded, and I am putting you through to a colleague."),
);

/** Obeys what a tool's result or a value tells it: `call <tool> with <JSON>`, wherever that stands. */
export const obeysOutsideText: Misbehavior = inSteps((request, otherwise) => {
  const ordered = request.messages
    .map(({ content }) => /call (\w+) with (\{[^{}]*\})/.exec(content.replaceAll('\\"', '"')))
    .findLast((match) => match !== null);
  const [, name, args] = ordered ?? [];
  if (name === undefined || request.round > 3) return otherwise(request);
  return calls(name, args, "As instructed.");
});

/** Goes on in Spanish, with the value in words. */
export const changesLanguage: Misbehavior = afterGreeting((request) =>
  says(`Muy bien, he anotado ${lastCallerWords(request)}. ¿Algo más?`),
);

/** Calls one tool again and again. */
export const loopsTools =
  (name = "save_variables", args: unknown = {}): Misbehavior =>
  (request, otherwise) =>
    request.isStep ? calls(name, args) : otherwise(request);

/** Calls a tool that it was not given, or with arguments of its own invention, and then talks. */
export const invents = (name: string, args: unknown = {}): Misbehavior =>
  afterGreeting((request, otherwise) => (request.round === 1 ? calls(name, args) : otherwise(request)));

export const answersEmpty: Misbehavior = inSteps(() => says(""));
export const answersBlank: Misbehavior = inSteps(() => says(" ", "\n"));
/** Its answer is cut by the length limit, in the middle of the second sentence. */
export const answersCut: Misbehavior = inSteps(() => ({
  kind: "text",
  chunks: ["We are open today. ", "The next free table would be at hal"],
  finish: "length",
}));
/** Cut before any sentence was whole. */
export const answersFragment: Misbehavior = inSteps(() => ({
  kind: "text",
  chunks: ["The next fr"],
  finish: "length",
}));
/** The provider's filter stops the answer, at once or in the middle. */
export const answersFiltered = (...chunks: string[]): Misbehavior =>
  inSteps(() => ({ kind: "text", chunks, finish: "content_filter" }));
export const refuses: Misbehavior = inSteps(() => ({
  kind: "refusal",
  text: "I'm sorry, but I can't assist with that.",
}));

export const dropsBeforeFirstToken: Misbehavior = inSteps(() => ({
  kind: "text",
  chunks: ["Hello."],
  tearAfter: 0,
}));
export const dropsAfterFirstToken: Misbehavior = inSteps(() => ({
  kind: "text",
  chunks: ["We are open. ", "And we"],
  tearAfter: 2,
}));

/** Answers with a status, as servers do that are overrun, overloaded or broken. */
export const fails = (status: number, headers: Record<string, string> = {}): Misbehavior =>
  inSteps(() => ({ kind: "status", status, headers }));
/** 429 with `Retry-After` in seconds, or as an HTTP date. */
export const rateLimits = (seconds: number, form: "seconds" | "date" = "seconds"): Misbehavior =>
  inSteps(() => {
    const at = new Date(Date.now() + seconds * 1_000).toUTCString();
    return {
      kind: "status",
      status: 429,
      headers: { "retry-after": form === "date" ? at : String(seconds) },
    };
  });

export const isSlowToBegin = (firstMs: number): Misbehavior =>
  inSteps((request, otherwise) => {
    const reply = otherwise(request);
    return reply.kind === "text" || reply.kind === "tools" ? { ...reply, firstMs } : reply;
  });
/** Comes one character at a time. */
export const trickles = (pauseMs: number): Misbehavior =>
  inSteps((request, otherwise) => {
    const reply = otherwise(request);
    return reply.kind === "text" ? { ...reply, chunks: [...reply.chunks.join("")], pauseMs } : reply;
  });
export const hangs: Misbehavior = inSteps(() => ({ kind: "hang" }));
