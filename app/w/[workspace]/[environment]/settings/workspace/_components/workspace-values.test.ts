import { expect, it } from "vitest";
import { INITIAL_DEFAULTS, UpdateWorkspace, type Workspace } from "@/lib/identity/workspaces/schema";
import { english } from "@/messages/testing/english";
import { workspaceBodyOf, workspaceProblemsOf, workspaceValuesOf } from "./workspace-values";

const workspace: Workspace = {
  id: `ws_${"0".repeat(26)}`,
  name: "Example & Sons",
  timezone: "Europe/Berlin",
  defaults: INITIAL_DEFAULTS,
  payment: null,
  require_zero_retention: false,
  require_call_encryption: false,
  revision: "0190c6a4",
  created_at: "2026-11-21T00:00:00.000Z",
};

it("converts a workspace to form values and back to a valid body", () => {
  const set = { ...workspace, payment: { ivr_number: "+12125550123", link_url: "https://pay.example.com" } };
  for (const { id: _, created_at: __, revision: ___, ...settings } of [workspace, set]) {
    const body = workspaceBodyOf(workspaceValuesOf({ ...workspace, ...settings }));
    expect(UpdateWorkspace.parse(body)).toEqual(body);
    expect(body).toEqual({ ...settings, payment: settings.payment ?? { ivr_number: null, link_url: null } });
  }
});

it("reports required fields that are empty", () => {
  const values = workspaceValuesOf(workspace);
  const { recording } = values.defaults;
  const problems = workspaceProblemsOf(english("settings"), {
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
