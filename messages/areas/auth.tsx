"use client";

import { auth as english } from "../en/auth";
import { provideMessages } from "../provide-messages";

export const AuthMessages = provideMessages({ en: { auth: english } });
