import type { Row } from "../../fixtures/report-table";
import type { Cluster } from "../cluster";
import type { TestWorkspace } from "../workspace";
import { checkCampaign } from "./campaign";
import { checkImports } from "./imports";
import { checkKilledGateway } from "./killed-gateway";
import { checkLimits } from "./limits";
import { checkLiveEvents } from "./live-events";
import { checkMetrics } from "./metrics";
import { checkRestart } from "./restart";
import { checkSchedules } from "./schedules";
import { checkSession } from "./session";
import { checkTextCalls } from "./text-calls";
import { checkVoiceCalls } from "./voice-calls";

/** `isConcurrent`: it waits for most of its time, and runs while the next checks do. */
type Check = {
  name: string;
  run(cluster: Cluster, workspace: TestWorkspace): Promise<Row[]>;
  isConcurrent?: boolean;
};

/** All checks, in their order. */
export const CHECKS: readonly Check[] = [
  { name: "schedules", run: checkSchedules, isConcurrent: true },
  { name: "session", run: checkSession },
  { name: "limits", run: checkLimits },
  { name: "events", run: checkLiveEvents },
  { name: "text", run: checkTextCalls },
  { name: "voice", run: checkVoiceCalls },
  { name: "imports", run: checkImports },
  { name: "campaign", run: checkCampaign },
  { name: "metrics", run: checkMetrics },
  { name: "killed", run: checkKilledGateway },
  { name: "restart", run: checkRestart },
];
