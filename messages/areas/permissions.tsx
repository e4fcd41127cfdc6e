"use client";

import { permissions as english } from "../en/permissions";
import { provideMessages } from "../provide-messages";

export const PermissionsMessages = provideMessages({ en: { permissions: english } });
