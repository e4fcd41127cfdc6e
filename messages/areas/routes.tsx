"use client";

import { routes as english } from "../en/routes";
import { provideMessages } from "../provide-messages";

export const RoutesMessages = provideMessages({ en: { routes: english } });
