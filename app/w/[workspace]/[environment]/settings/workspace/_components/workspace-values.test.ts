import { expect, it } from "vitest";
import { INITIAL_DEFAULTS, UpdateWorkspace, type Workspace } from "@/lib/identity/workspaces/schema";
import { workspaceBodyOf, workspaceProblemsOf, workspaceValuesOf } from "./workspace-values";

const workspace: Workspace = {
  id: `ws_${"0".repeat(26)}`,
  name: "Rehearsal & Sons",
  timezone: "Europe/Berlin",
  defaults: INITIAL_DEFAULTS,
  payment: null,
  require_zero_retention: false,
  revision: "0190c6a4",
  created_at: "2026-11-21T00:00:00.000Z",
};

it("gives back what it was given, as a body that the API takes", () => {
  const set = { ...workspace, payment: { ivr_number: "+12125550123", link_url: "https://pay.example.com" } };
  for (const { id: _, created_at: __, revision: ___, ...settings } of [workspace, set]) {
    const body = workspaceBodyOf(workspaceValuesOf({ ...workspace, ...settings }));
    expect(UpdateWorkspace.parse(body)).toEqual(body);
    expect(body).toEqual({ ...settings, payment: settings.payment ?? { ivr_number: null, link_url: null } });
  }
});

it("says which fields are empty that must not be", () => {
  const values = workspaceValuesOf(workspace);
  const { recording } = values.defaults;
  const problems = workspaceProblemsOf({
    ...values,
    name: " ",
    timezone: null,
    defaults: { ...values.defaults, recording: { ...recording, retention_days: "" } },
  });
  expect(Object.keys(problems).filter((field) => problems[field] !== null)).toEqual([
    "name",
    "timezone",
    "defaults.recording.retention_days",
  ]);
});
