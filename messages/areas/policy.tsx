"use client";

import { policy as english } from "../en/policy";
import { provideMessages } from "../provide-messages";

export const PolicyMessages = provideMessages({ en: { policy: english } });
