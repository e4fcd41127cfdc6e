/** Why an answer ended, in the API's words. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter";

/**
 * Where a streamed answer breaks: the connection is reset before the first token, or after this many pieces.
 */
type Torn = { tearAfter?: number };
/** Delays of an answer: before its first token, and between two pieces. */
type Slow = { firstMs?: number; pauseMs?: number };

/** A reply of the server to one request. */
export type Reply =
  /** Text in pieces, streamed or whole as requested. `finish`: why it ended; default `stop`. */
  | ({ kind: "text"; chunks: readonly string[]; finish?: FinishReason } & Torn & Slow)
  /**
   * Tool calls; when streamed, the arguments are split into pieces of `pieceChars` characters (default 7).
   */
  | ({
      kind: "tools";
      calls: readonly { name: string; arguments: unknown }[];
      text?: string;
      pieceChars?: number;
    } & Pick<Slow, "firstMs">)
  /** The model declines, in the API's own field for it. */
  | { kind: "refusal"; text: string }
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> }
  /** These bytes, then the end; with `tear`, a connection reset. */
  | { kind: "raw"; body: string; contentType?: string; tear?: boolean }
  /** Accepts the request and never answers. */
  | { kind: "hang" }
  /** Streams these pieces and then nothing. */
  | { kind: "hang_midway"; chunks: readonly string[] }
  /** Resets the connection before any answer. */
  | { kind: "reset" }
  /** Streams without end, as fast as the client reads. */
  | { kind: "endless" };

export type SeenRequest = {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: {
    model?: unknown;
    stream?: boolean;
    messages?: unknown[];
    tools?: unknown[];
    [key: string]: unknown;
  };
};

/** Text as a model's whole answer. */
export const says = (...chunks: string[]): Reply => ({ kind: "text", chunks });
/** One tool call, optionally with text before it. */
export const calls = (name: string, args: unknown = {}, text?: string): Reply => ({
  kind: "tools",
  calls: [{ name, arguments: args }],
  ...(text !== undefined && { text }),
});
export const json = (value: unknown): Reply => says(JSON.stringify(value));
