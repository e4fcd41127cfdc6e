"use client";

import { verification as english } from "../en/verification";
import { provideMessages } from "../provide-messages";

export const VerificationMessages = provideMessages({ en: { verification: english } });
