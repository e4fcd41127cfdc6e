"use client";

import { access as english } from "../en/access";
import { provideMessages } from "../provide-messages";

export const AccessMessages = provideMessages({ en: { access: english } });
