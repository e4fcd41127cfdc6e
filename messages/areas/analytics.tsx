"use client";

import { analytics as english } from "../en/analytics";
import { provideMessages } from "../provide-messages";

export const AnalyticsMessages = provideMessages({ en: { analytics: english } });
