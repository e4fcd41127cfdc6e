/**
 * The types that masking works on. This file has no imports, as the conversation, the calls and the pages share it.
 */

export type Role = "caller" | "agent" | "human" | "tool" | "system";

/** A tool call and its result: one turn. */
export type ToolUse = { name: string; arguments: unknown; result: unknown; ok: boolean };

/** One turn of a conversation as stored, unmasked. Times are milliseconds since the start of the call. */
export type Turn = {
  index: number;
  role: Role;
  text: string | null;
  start_ms: number;
  end_ms: number;
  interrupted: boolean;
  tool?: ToolUse;
  /** Agent turn: the variable that it asks for. Null: none. Absent: the model does not declare it. */
  asking?: string | null;
  /** Caller turn: the variable that the previous agent turn asked for. Null: none. Absent: unknown. */
  answers?: string | null;
  /** Agent turn: the ranges in which the model declares a value (UTF-16 offsets). Absent: it does not declare them. */
  speaks?: { variable: string; start: number; end: number }[];
};

/** A turn in the API's shape, without the fields that only masking needs. */
export type ApiTurn = {
  index: number;
  role: Role;
  text: string | null;
  start_ms: number;
  end_ms: number;
  interrupted: boolean;
  tool?: ToolUse;
};

/** Normalized values by variable name: dates 2026-11-24, times 14:30, phones in E.164, e-mails in lower case. */
export type Values = Record<string, string | number | boolean | null>;

export type VariableType = "string" | "number" | "boolean" | "date" | "time" | "phone" | "email" | "choice";

/** The part of a variable's configuration that masking needs. */
export type MaskVariable = {
  name: string;
  type: VariableType;
  description: string;
  choices: readonly string[] | null;
};

/**
 * A range that reveals a variable's value. `turn` is the turn's `index`. `part` is `"text"`, or a JSON pointer that
 * begins with `/arguments` or `/result`; the prefix `key:` denotes the member's name instead of its value. Offsets are
 * UTF-16 units of the text, or of the leaf as a string. A pointer can contain a value (as a member's name), so spans are
 * as secret as the transcript.
 */
export type Span = { turn: number; part: string; start: number; end: number; variable: string };
