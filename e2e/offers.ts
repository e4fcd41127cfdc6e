import type { Capability } from "@/lib/identity/access";
import type { Offer } from "./offer";
import { SETTINGS } from "./offers-settings";
import { WORK } from "./offers-work";

/** Every control that changes data, or that only some roles see. */
export const OFFERS: Readonly<Record<string, Offer>> = { ...WORK, ...SETTINGS };

/**
 * Requests of pages whose refusal is not tried by asking, as they would end what the tests stand on: they name nothing
 * that could be missing. `test/roles.db.test.ts` asks them in every role.
 */
export const WHOLE: Readonly<Record<string, Capability>> = {
  "DELETE /sso": "sso.manage",
  "DELETE /sessions": "self.manage",
};
