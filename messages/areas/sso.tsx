"use client";

import { sso as english } from "../en/sso";
import { provideMessages } from "../provide-messages";

export const SsoMessages = provideMessages({ en: { sso: english } });
