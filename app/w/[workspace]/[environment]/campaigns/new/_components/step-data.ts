import type { TablePage } from "@/components/data-table";
import type { TrunkChoice } from "@/components/trunk-order-input";
import type { CampaignContact } from "@/lib/outreach/campaigns/schema";
import type { CarrierGap } from "../../_components/carrier-gap";

/** The data of the steps after the first one. */
export type StepData = {
  /** Contacts of the campaign, in the step that lists them. */
  contacts: TablePage<CampaignContact> | null;
  /** Whether the workspace has contacts to choose from. */
  hasContacts: boolean;
  /** Live SIP trunks to choose from, in the step that asks for them. */
  trunks: readonly TrunkChoice[];
  /** The missing part of the carrier, if the step checks it. */
  carrierGap: CarrierGap | null;
};
