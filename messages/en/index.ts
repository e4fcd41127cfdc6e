import { agents } from "./agents";
import { auth } from "./auth";
import { calls } from "./calls";
import { common } from "./common";
import { contacts } from "./contacts";
import { errors } from "./errors";
import { integrations } from "./integrations";
import { staff } from "./staff";
import { tools } from "./tools";

/** The English catalog: a namespace for each area. */
export const en = { agents, auth, calls, common, contacts, errors, integrations, staff, tools } as const;
