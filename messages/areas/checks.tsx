"use client";

import { checks as english } from "../en/checks";
import { provideMessages } from "../provide-messages";

export const ChecksMessages = provideMessages({ en: { checks: english } });
