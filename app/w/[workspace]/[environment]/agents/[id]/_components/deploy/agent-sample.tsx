"use client";

import { createContext, type ReactNode, useContext } from "react";

const AgentSample = createContext("");

/** The curl command that starts a conversation with the page's agent, which the server writes from the API's reference. */
export const AgentSampleProvider = ({ command, children }: { command: string; children: ReactNode }) => (
  <AgentSample.Provider value={command}>{children}</AgentSample.Provider>
);

export const useAgentSample = (): string => useContext(AgentSample);
