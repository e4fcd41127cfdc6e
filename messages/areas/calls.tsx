"use client";

import { calls as english } from "../en/calls";
import { provideMessages } from "../provide-messages";

export const CallsMessages = provideMessages({ en: { calls: english } });
