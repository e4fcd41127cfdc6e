"use client";

import { shell as english } from "../en/shell";
import { provideMessages } from "../provide-messages";

export const ShellMessages = provideMessages({ en: { shell: english } });
