"use client";

import { agents as english } from "../en/agents";
import { provideMessages } from "../provide-messages";

export const AgentsMessages = provideMessages({ en: { agents: english } });
