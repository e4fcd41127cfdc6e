"use client";

import { dialing as english } from "../en/dialing";
import { provideMessages } from "../provide-messages";

export const DialingMessages = provideMessages({ en: { dialing: english } });
