"use client";

import { suites as english } from "../en/suites";
import { provideMessages } from "../provide-messages";

export const SuitesMessages = provideMessages({ en: { suites: english } });
