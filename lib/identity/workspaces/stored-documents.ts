import { ANSWER_WINDOW_MS } from "@/lib/platform/announcements";
import { storedDocument } from "@/lib/platform/stored-document";
import { WorkspaceDefaults, WorkspaceSettings } from "./schema";

// The schemas, with a default for each field that was added after documents had been stored.

const { recording } = WorkspaceDefaults.shape;
const StoredDefaults = WorkspaceDefaults.extend({
  recording: recording.extend({
    answer_window_ms: recording.shape.answer_window_ms.default(ANSWER_WINDOW_MS.default),
  }),
});
const StoredWorkspaceSettings = WorkspaceSettings.extend({
  require_call_encryption: WorkspaceSettings.shape.require_call_encryption.default(false),
  outbound_routes: WorkspaceSettings.shape.outbound_routes.default([]),
});
/** A workspace's defaults of new agents. */
export const workspaceDefaultsDocument = storedDocument<WorkspaceDefaults>({
  name: "set of workspace defaults",
  schema: StoredDefaults,
});

/** A workspace's settings. */
export const workspaceSettingsDocument = storedDocument<WorkspaceSettings>({
  name: "set of workspace settings",
  schema: StoredWorkspaceSettings,
});
