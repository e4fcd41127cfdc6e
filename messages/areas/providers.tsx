"use client";

import { providers as english } from "../en/providers";
import { provideMessages } from "../provide-messages";

export const ProvidersMessages = provideMessages({ en: { providers: english } });
