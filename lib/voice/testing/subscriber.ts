import type { StreamManner } from "./stream";

/** The behavior of a person's telephone, and how to reach it. */
export type Subscriber = StreamManner & {
  /** The key that they press while they are told something. */
  presses?: string;
  /** A mailbox answers a transfer. */
  mailbox?: boolean;
  answers?: "human" | "busy" | "no-answer" | "failed" | "never";
};

export type Form = Record<string, string>;
