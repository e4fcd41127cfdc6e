/** Why an answer ended, as the API says it. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter";

/** Where a streamed answer breaks off: the connection is torn before its first token, or behind so many pieces. */
type Torn = { tearAfter?: number };
/** How slowly an answer comes: before its first token, and between two pieces. */
type Slow = { firstMs?: number; pauseMs?: number };

/** How the server answers one request. */
export type Reply =
  /** Text in pieces, streamed or whole as the request asks. `finish`: why it ended, `stop` unless given. */
  | ({ kind: "text"; chunks: readonly string[]; finish?: FinishReason } & Torn & Slow)
  /** Tool calls; when streamed, the arguments come in pieces of `pieceChars` characters (default 7). */
  | ({
      kind: "tools";
      calls: readonly { name: string; arguments: unknown }[];
      text?: string;
      pieceChars?: number;
    } & Pick<Slow, "firstMs">)
  /** The model declines, in the API's own field for it. */
  | { kind: "refusal"; text: string }
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> }
  /** Bytes as they are, then the end, or the connection torn if `tear`. */
  | { kind: "raw"; body: string; contentType?: string; tear?: boolean }
  /** Takes the request and says nothing. */
  | { kind: "hang" }
  /** Streams these pieces and then says nothing more. */
  | { kind: "hang_midway"; chunks: readonly string[] }
  /** Tears the connection before any answer. */
  | { kind: "reset" }
  /** Streams without end as fast as it is read. */
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
/** One tool call, with what the model says before it. */
export const calls = (name: string, args: unknown = {}, text?: string): Reply => ({
  kind: "tools",
  calls: [{ name, arguments: args }],
  ...(text !== undefined && { text }),
});
export const json = (value: unknown): Reply => says(JSON.stringify(value));
