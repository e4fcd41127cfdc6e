import { auth } from "./auth";
import { calls } from "./calls";
import { campaigns } from "./campaigns";
import { common } from "./common";
import { contacts } from "./contacts";
import { errors } from "./errors";
import { integrations } from "./integrations";
import { staff } from "./staff";

/** The English catalog: a namespace for each area. */
export const en = { auth, calls, campaigns, common, contacts, errors, integrations, staff } as const;
