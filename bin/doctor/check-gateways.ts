import type { Processes } from "@/lib/platform/health";
import { counted, type Finding, passed, warning } from "./finding";

/** Whether a voice gateway accepts further calls. A server is a gateway too, unless a separate one runs. */
export async function checkGateways({ read }: { read: () => Promise<Processes> }): Promise<Finding> {
  const all = (await read()).gateways;
  const running = all.filter(({ lives }) => lives);
  const separate = running.filter((gateway) => gateway.separate);
  const used = separate.length > 0 ? separate : running;
  const free = used.reduce((sum, { free_calls }) => sum + free_calls, 0);
  if (running.length === 0)
    return warning(
      all.length === 0 ? "no voice gateway reports" : `no voice gateway is running, ${all.length} silent`,
      "Start Parley, or a gateway alone: node bin/start.mjs --only=gateway. Until then no voice call is possible.",
    );
  const summary = `${used.length} running, ${counted(free, "further call")}`;
  if (free <= 0)
    return warning(
      summary,
      "They are full, draining or too late: callers get a busy tone. Add a gateway, or raise VOICE_MAX_CALLS if it is set too low.",
    );
  return passed(summary);
}
