import { threadId } from "node:worker_threads";
import type { Task } from "../pool";
import type { Plan } from "./plan";

/** A job that does as it is told. */
export default async function work({ job: plan }: Task<Plan>): Promise<number> {
  if (plan === "fail") throw new Error("As planned.");
  if (plan === "die") process.exit(1);
  if (plan === "spin") for (;;);
  if (plan instanceof MessagePort) {
    const port = plan;
    await new Promise((done) => port.addEventListener("message", done, { once: true }));
    port.close();
  }
  return threadId;
}
