/** The agent and the contact of a call, where the page already determines them. */
export type CallSubject = {
  agent?: { id: string; name: string; live_version: number } | undefined;
  contact?: { id: string; name: string; phone: string } | undefined;
};
