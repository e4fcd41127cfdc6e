"use client";

import { scores as english } from "../en/scores";
import { provideMessages } from "../provide-messages";

export const ScoresMessages = provideMessages({ en: { scores: english } });
