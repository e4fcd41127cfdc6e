import type { Cluster } from "../cluster";
import type { Row } from "../report";
import type { TestWorkspace } from "../workspace";
import { checkLimits } from "./limits";
import { checkLiveEvents } from "./live-events";
import { checkSession } from "./session";

type Check = { name: string; run(cluster: Cluster, workspace: TestWorkspace): Promise<Row[]> };

/** All checks, in their order. */
export const CHECKS: readonly Check[] = [
  { name: "session", run: checkSession },
  { name: "limits", run: checkLimits },
  { name: "events", run: checkLiveEvents },
];
