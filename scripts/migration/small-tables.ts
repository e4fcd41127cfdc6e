/** Tables whose rows people create one by one, or of which there is one: a scan takes milliseconds. All others count as large. */
export const SMALL_TABLES = new Set(
  `workspaces members invitations api_keys staff staff_sessions staff_tickets users second_factors recovery_codes password_resets
  agents agent_versions agent_rollbacks traffic_splits tools integrations phone_numbers campaigns imports exports webhook_endpoints saved_views
  sso_connections sso_domains workspace_keys customer_keys key_imports key_rotations key_ids audit_heads analytics_state
  storage_sweeps worker_heartbeats voice_gateways secret_fingerprints schema_state backfills event_streams`.split(
    /\s+/,
  ),
);
