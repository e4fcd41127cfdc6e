import type { MessagePort } from "node:worker_threads";

/** With a port the job waits for a message on it. Answers the thread's id. */
export type Plan = "answer" | "fail" | "die" | "spin" | MessagePort;
