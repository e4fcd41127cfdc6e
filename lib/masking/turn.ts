/**
 * The shapes that masking works on. Pure types without imports: the conversation, the calls and the pages
 * share them.
 */

export type Role = "caller" | "agent" | "human" | "tool" | "system";

/** A tool call and its result: one turn. */
export type ToolUse = { name: string; arguments: unknown; result: unknown; ok: boolean };

/** One turn of a conversation as it is kept, in clear. Times are milliseconds since the call began. */
export type Turn = {
  index: number;
  role: Role;
  text: string | null;
  start_ms: number;
  end_ms: number;
  interrupted: boolean;
  tool?: ToolUse;
  /** Agent turn: the variable it asks for; null: it asks for none; absent: the model does not say. */
  asking?: string | null;
  /** Caller turn: the variable it answers, as the agent turn before it asked; absent: unknown. */
  answers?: string | null;
  /** Agent turn: where the model knows that it says a value (UTF-16 offsets); absent: it does not say. */
  speaks?: { variable: string; start: number; end: number }[];
};

/** A turn as the API shows it: without what only masking needs. */
export type ApiTurn = {
  index: number;
  role: Role;
  text: string | null;
  start_ms: number;
  end_ms: number;
  interrupted: boolean;
  tool?: ToolUse;
};

/** Variables' values, normalised: dates 2026-11-24, times 14:30, phones E.164, e-mails in lower case. */
export type Values = Record<string, string | number | boolean | null>;

export type VariableType = "string" | "number" | "boolean" | "date" | "time" | "phone" | "email" | "choice";

/** What masking needs to know of a variable; an agent's own variables fit. */
export type MaskVariable = {
  name: string;
  type: VariableType;
  description: string;
  choices: readonly string[] | null;
};

/**
 * Where a variable's value comes out. `turn` is the turn's `index`. `part` is `"text"`, or a JSON pointer that
 * begins with `/arguments` or `/result`; with `key:` before it, the member's name is meant, not its value.
 * Offsets are UTF-16 units of the text, or of the leaf written as a string. A pointer can hold what was said
 * (as a member's name), so spans are as secret as the transcript.
 */
export type Span = { turn: number; part: string; start: number; end: number; variable: string };
