import { calls, json, type Reply, type SeenRequest, says } from "./reply";

/** A request as scripts read it, from the protocol alone. */
export type ModelRequest = {
  /** Whether the engine requests a step of a conversation, as opposed to an evaluation of an ended one. */
  isStep: boolean;
  system: string;
  messages: readonly Message[];
  /** The newest message. */
  last: Message;
  /** Number of requests since the caller last spoke, including this one. */
  round: number;
  tools: readonly OfferedTool[];
};
export type Message = {
  role: string;
  content: string;
  toolCalls: readonly { name: string; arguments: string }[];
};
export type OfferedTool = {
  name: string;
  description: string;
  properties: Readonly<Record<string, { description?: string; enum?: string[] }>>;
};
/** A model's reply to a request. */
export type Model = (request: ModelRequest) => Reply;

type Fields = Record<string, unknown>;

function toMessage(message: unknown): Message {
  const { role, content, tool_calls: toolCalls } = message as Fields;
  const parts = Array.isArray(content)
    ? content.map((part) => String((part as Fields).text ?? ""))
    : [content ?? ""];
  return {
    role: String(role),
    content: parts.join(""),
    toolCalls: ((toolCalls ?? []) as { function: { name: string; arguments: string } }[]).map(
      (call) => call.function,
    ),
  };
}

function toTool(tool: unknown): OfferedTool {
  const { name, description, parameters } = (tool as { function: Fields }).function;
  const { properties = {} } = (parameters ?? {}) as { properties?: OfferedTool["properties"] };
  return { name: String(name), description: String(description ?? ""), properties };
}

/** Converts a request as the server recorded it. */
export function toModelRequest({ body }: SeenRequest): ModelRequest {
  const messages = (body.messages ?? []).map(toMessage);
  const isUser = ({ role }: Message) => role === "user";
  const since = messages.slice(messages.findLastIndex(isUser));
  return {
    isStep: body.stream === true,
    system: messages.find(({ role }) => role === "system")?.content ?? "",
    messages,
    last: messages.at(-1) ?? { role: "user", content: "", toolCalls: [] },
    round: since.filter(({ role }) => role === "assistant").length + 1,
    tools: (body.tools ?? []).map(toTool),
  };
}

const SAVE = "save_variables";
const END = "end_call";

/** The values saved so far in the conversation. */
export function savedValues(messages: readonly Message[]): Fields {
  const saved: Fields = {};
  for (const { toolCalls } of messages)
    for (const call of toolCalls) if (call.name === SAVE) Object.assign(saved, JSON.parse(call.arguments));
  return saved;
}

/** The caller's messages; the first one is the engine's opening. */
const callerMessages = (messages: readonly Message[]): Message[] =>
  messages.filter(({ role }) => role === "user").slice(1);

const questionFor = (name: string, tool: OfferedTool): string =>
  `May I have ${tool.properties[name]?.description || name}?`;

/** The variable that the agent asked for last, as its newest question names it. */
function askedFor({ messages }: ModelRequest, save: OfferedTool): string | undefined {
  const question =
    messages.findLast(({ role, content }) => role === "assistant" && content !== "")?.content ?? "";
  return Object.keys(save.properties).find((name) => question.includes(questionFor(name, save)));
}

function replyToStep(request: ModelRequest): Reply {
  const { messages, tools, last } = request;
  const save = tools.find(({ name }) => name === SAVE);
  const end = tools.find(({ name }) => name === END);
  if (save === undefined || end === undefined) return says("How can I help you?");
  const answered = last.role === "user" && callerMessages(messages).length > 0;
  const requestedVariable = answered ? askedFor(request, save) : undefined;
  if (requestedVariable !== undefined) return calls(SAVE, { [requestedVariable]: last.content });
  const saved = savedValues(messages);
  const missing = Object.keys(save.properties).find((name) => !(name in saved));
  if (missing !== undefined) return says(`${answered ? "" : "Thank you. "}${questionFor(missing, save)}`);
  if (Object.keys(save.properties).length === 0) return says("How can I help you?");
  return calls(END, { outcome: end.properties.outcome?.enum?.[0] ?? "completed" }, "Thank you. Goodbye.");
}

/** Replies with the JSON object that the engine requests after a conversation: values, or its outcome. */
function read({ system, messages }: ModelRequest): Reply {
  const tags = /"outcome": one of (\[[^\]]*\])/.exec(system)?.[1];
  if (tags === undefined) return json(savedValues(messages));
  return json({ outcome: JSON.parse(tags)[0], summary: "The conversation was held.", successful: true });
}

/**
 * A cooperative model: asks for each variable of `save_variables` in order, saves the caller's answers, and
 * ends the call when all are saved. It depends only on the protocol, not on a prompt's wording.
 */
export const wellBehavedModel: Model = (request) => (request.isStep ? replyToStep(request) : read(request));
