"use client";

import { tools as english } from "../en/tools";
import { provideMessages } from "../provide-messages";

export const ToolsMessages = provideMessages({ en: { tools: english } });
