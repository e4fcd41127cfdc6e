"use client";

import { errors as english } from "../en/errors";
import { provideMessages } from "../provide-messages";

export const ErrorsMessages = provideMessages({ en: { errors: english } });
