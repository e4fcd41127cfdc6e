/** The retention periods of an agent, in days. */
export type AgentRetention = { id: string; name: string; recording_days: number; transcript_days: number };
