import type { StreamManner } from "./stream";

/** The behavior of a person's telephone, and how to reach it. */
export type Subscriber = StreamManner & {
  /** The key that they press at each request for one before they are connected; null for none. By default they accept. */
  keys?: readonly (string | null)[];
  /** Holds them before each request for a key. */
  wait?: () => Promise<void>;
  /** A mailbox answers a transfer. */
  mailbox?: boolean;
  answers?: "human" | "busy" | "no-answer" | "failed" | "never";
};

export type Form = Record<string, string>;
