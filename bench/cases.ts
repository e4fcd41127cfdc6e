import { AGENT } from "./agent";
import { PAGE, type SeededWorkspace } from "./fixture";

/** Measured requests of a workspace's client, with the bounds of their cost. */
export type Case = {
  title: string;
  method: "GET" | "POST";
  /** Paths that the workspace's keys ask for in turn. */
  paths(workspace: SeededWorkspace): string[];
  body?: string;
  /** CPU of the server process per request: at most this many times the floor's. */
  timesFloor?: number;
};

const list = (agent: string, cursor?: string): string =>
  `/v1/calls?agent_id=${agent}&status=completed&limit=${PAGE}${cursor === undefined ? "" : `&cursor=${cursor}`}`;

/** 300 µs were asked for on a machine where the floor's insert took 160: docs/decisions/0014. */
const CREATE_US = 300;
const FLOOR_CREATE_US = 160;

/** The requests of the issue that set the figures, and the list where every call is sealed, for comparison alone. */
export const CASES = {
  agent: {
    title: "GET /v1/agents/:id",
    method: "GET",
    paths: ({ agents }) => agents.map((id) => `/v1/agents/${id}`),
    timesFloor: 1.2,
  },
  first: {
    title: "GET /v1/calls?agent_id&status, first page of 50",
    method: "GET",
    paths: ({ agents }) => agents.map((id) => list(id)),
    timesFloor: 1.2,
  },
  last: {
    title: "GET /v1/calls?agent_id&status, last page of 50",
    method: "GET",
    paths: ({ agents, lastPages }) => agents.map((id, n) => list(id, lastPages[n])),
    timesFloor: 1.2,
  },
  call: {
    title: "GET /v1/calls/:id, 200 turns",
    method: "GET",
    paths: ({ sealedCalls }) => sealedCalls.map((id) => `/v1/calls/${id}`),
    timesFloor: 1.5,
  },
  create: {
    title: "POST /v1/agents",
    method: "POST",
    paths: () => ["/v1/agents"],
    body: JSON.stringify(AGENT),
    timesFloor: CREATE_US / FLOOR_CREATE_US,
  },
  sealed: {
    title: "GET /v1/calls?agent_id&status, 50 sealed calls",
    method: "GET",
    paths: ({ sealedAgent }) => (sealedAgent === null ? [] : [list(sealedAgent)]),
  },
} as const satisfies Record<string, Case>;
export type CaseName = keyof typeof CASES;
export const CASE_NAMES = Object.keys(CASES) as CaseName[];
