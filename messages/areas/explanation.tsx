"use client";

import { explanation as english } from "../en/explanation";
import { provideMessages } from "../provide-messages";

export const ExplanationMessages = provideMessages({ en: { explanation: english } });
