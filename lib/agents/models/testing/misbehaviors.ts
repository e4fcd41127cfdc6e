import { calls, type Reply, says } from "./reply";
import { type Model, type ModelRequest, savedValues, wellBehavedModel } from "./well-behaved-model";

/** A way in which a model misbehaves: it replies itself, or passes the request on to `next`. */
export type Misbehavior = (request: ModelRequest, next: Model) => Reply;

/** A model with these misbehaviors: the first one decides, and can pass the request on to the next ones. */
export const misbehavingModel = (...behaviors: readonly Misbehavior[]): Model =>
  behaviors.reduceRight<Model>((next, behavior) => (request) => behavior(request, next), wellBehavedModel);

/** Applies a misbehavior only during conversations: requests about an ended call are answered correctly. */
const inSteps =
  (behavior: Misbehavior): Misbehavior =>
  (request, next) =>
    request.isStep ? behavior(request, next) : next(request);

/** Misbehaves on the first `count` requests for a step, and then behaves correctly. */
export const times = (count: number, behavior: Misbehavior): Misbehavior => {
  let left = count;
  return (request, next) => {
    if (!request.isStep || left <= 0) return next(request);
    left -= 1;
    return behavior(request, next);
  };
};

/** Misbehaves after the caller has said something that matches. */
export const onceCallerSays = (pattern: RegExp, behavior: Misbehavior): Misbehavior =>
  inSteps((request, next) =>
    request.last.role === "user" && pattern.test(request.last.content)
      ? behavior(request, next)
      : next(request),
  );

/** Misbehaves from the caller's first message on; the greeting is correct. */
export const afterGreeting = (behavior: Misbehavior): Misbehavior =>
  inSteps((request, next) =>
    request.messages.filter(({ role }) => role === "user").length > 1
      ? behavior(request, next)
      : next(request),
  );

const textOf = (reply: Reply): string => {
  if (reply.kind === "text") return reply.chunks.join("");
  return reply.kind === "tools" ? (reply.text ?? "") : "";
};
const lastCallerWords = ({ messages }: ModelRequest): string =>
  messages.findLast(({ role }) => role === "user")?.content ?? "";

/** Never gives the disclosure. */
export const forgetsDisclosure: Misbehavior = inSteps((request, next) =>
  request.messages.some(({ role }) => role === "assistant")
    ? next(request)
    : says("Hi! What can I do for you?"),
);

/** Never calls a tool. */
export const forgetsTools: Misbehavior = inSteps((request, next) => {
  const reply = next(request);
  return reply.kind === "tools" ? says(textOf(reply) || "Noted. Anything else?") : reply;
});

/** Saves and confirms a date that the caller never said, and that no calendar has. */
export const inventsDates: Misbehavior = inSteps((request, next) => {
  const reply = next(request);
  if (reply.kind !== "tools" || request.round > 1) return reply;
  const changed = reply.calls.map((call) => ({
    ...call,
    arguments: { ...(call.arguments as object), day: "2026-02-30" },
  }));
  return { ...reply, text: "That is the thirtieth of February.", calls: changed };
});

/** Repeats everything that the caller said, and every saved value. */
export const repeatsValues: Misbehavior = inSteps((request, next) => {
  const noted = Object.values(savedValues(request.messages)).join(", ") || "nothing";
  const words = `I heard: ${lastCallerWords(request)}. I have noted ${noted}. `;
  const reply = next(request);
  if (reply.kind === "text") return { ...reply, chunks: [words, ...reply.chunks] };
  return reply.kind === "tools" ? { ...reply, text: words + (reply.text ?? "") } : reply;
});

/** Promises not to contact the caller again, and calls no tool for it. */
export const promisesOptOut: Misbehavior = afterGreeting(() =>
  says("We will not contact you again. Goodbye."),
);

/** Confirms every request, and calls no tool for it. */
export const promisesEverything: Misbehavior = afterGreeting(() =>
  says("Done: this call is not recorded, and I am putting you through to a colleague."),
);

/** Obeys instructions in a tool's result or a value: `call <tool> with <JSON>`, anywhere in it. */
export const obeysOutsideText: Misbehavior = inSteps((request, next) => {
  const ordered = request.messages
    .map(({ content }) => /call (\w+) with (\{[^{}]*\})/.exec(content.replaceAll('\\"', '"')))
    .findLast((match) => match !== null);
  const [, name, args] = ordered ?? [];
  if (name === undefined || request.round > 3) return next(request);
  return calls(name, args, "As instructed.");
});

/** Continues in Spanish, with the value in words. */
export const changesLanguage: Misbehavior = afterGreeting((request) =>
  says(`Muy bien, he anotado ${lastCallerWords(request)}. ¿Algo más?`),
);

/** Calls one tool repeatedly. */
export const loopsTools =
  (name = "save_variables", args: unknown = {}): Misbehavior =>
  (request, next) =>
    request.isStep ? calls(name, args) : next(request);

/** Calls an unknown tool, or one with invented arguments, and then talks. */
export const invents = (name: string, args: unknown = {}): Misbehavior =>
  afterGreeting((request, next) => (request.round === 1 ? calls(name, args) : next(request)));

export const answersEmpty: Misbehavior = inSteps(() => says(""));
export const answersBlank: Misbehavior = inSteps(() => says(" ", "\n"));
/** Its answer is cut by the length limit, in the middle of the second sentence. */
export const answersCut: Misbehavior = inSteps(() => ({
  kind: "text",
  chunks: ["We are open today. ", "The next free table would be at hal"],
  finish: "length",
}));
/** Its answer is cut before the first whole sentence. */
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

/** Answers with an error status, like a rate-limited, overloaded or broken server. */
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
  inSteps((request, next) => {
    const reply = next(request);
    return reply.kind === "text" || reply.kind === "tools" ? { ...reply, firstMs } : reply;
  });
/** Sends one character at a time. */
export const trickles = (pauseMs: number): Misbehavior =>
  inSteps((request, next) => {
    const reply = next(request);
    return reply.kind === "text" ? { ...reply, chunks: [...reply.chunks.join("")], pauseMs } : reply;
  });
export const hangs: Misbehavior = inSteps(() => ({ kind: "hang" }));
