/** How long an agent keeps what its calls leave, in days. */
export type AgentClocks = { id: string; name: string; recording_days: number; transcript_days: number };

const counted = (n: number, singular: string): string => `${n} ${singular}${n === 1 ? "" : "s"}`;

export const recordingsInWords = (n: number): string => counted(n, "recording");
export const transcriptsInWords = (n: number): string => counted(n, "transcript");
