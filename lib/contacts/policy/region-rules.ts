import type { OutreachPurpose } from "./schema";

/** A rule's law, where and on what day it was read, and the parts of it that are not implemented here. */
export type LegalSource = { law: string; source: string; verified_on: string; exceptions?: string };

/** Spans of `HH:MM-HH:MM` in the callee's local time. */
type Hours = { weekdays: readonly string[]; saturday: readonly string[]; sunday: readonly string[] };

export type RegionRule = LegalSource & {
  /** ISO 3166. A country's rule also applies to its subdivisions. */
  region: string;
  purposes: readonly OutreachPurpose[];
  hours?: Hours;
  /** At most `max` attempts in any `days` consecutive days. */
  caps?: readonly { max: number; days: number }[];
};

const everyDay = (...spans: string[]): Hours => ({ weekdays: spans, saturday: spans, sunday: spans });
const notOnSundays = (...spans: string[]): Hours => ({ weekdays: spans, saturday: spans, sunday: [] });

const SELLING = ["telemarketing"] as const;
const SEEN = "2026-11-21";
const HOLIDAYS = "Public holidays are not known here.";
/** An overview by a dialing service. It is advice, not a law. */
const OVERVIEW = "https://www.dropcowboy.com/state-compliance";
const FROM_OVERVIEW = "Read in an overview, not in the law.";

/** The hours that apply everywhere and to every purpose. Sources: product.md; 47 CFR § 64.1200(c)(1) has the same hours. */
export const EVERYWHERE: Hours = everyDay("08:00-21:00");

/**
 * Regions with stricter laws than `EVERYWHERE`. A rule with exemptions (written consent, a contract, calls to a business)
 * is applied without them, as the product cannot detect them. Other states get `EVERYWHERE`, which does not mean that
 * their law requires nothing more.
 */
export const REGION_RULES: readonly RegionRule[] = [
  {
    region: "US-AL",
    purposes: SELLING,
    hours: notOnSundays("08:00-20:00"),
    law: "Ala. Admin. Code r. 770-X-5-.17(1)(b)",
    source:
      "https://casetext.com/regulation/alabama-administrative-code/title-770-alabama-public-service-commission/chapter-770-x-5-telephone-rules/section-770-x-5-17-live-and-automated-solicitations-and-announcements",
    verified_on: SEEN,
    exceptions: HOLIDAYS,
  },
  {
    region: "US-CT",
    purposes: SELLING,
    hours: everyDay("09:00-20:00"),
    law: "Conn. Gen. Stat. § 42-288a",
    source: OVERVIEW,
    verified_on: SEEN,
    exceptions: FROM_OVERVIEW,
  },
  {
    region: "US-FL",
    purposes: SELLING,
    hours: everyDay("08:00-20:00"),
    caps: [{ max: 3, days: 1 }],
    law: "Fla. Stat. § 501.616(6)",
    source: "https://flsenate.gov/Session/Bill/2021/1120/BillText/er/HTML",
    verified_on: SEEN,
  },
  {
    region: "US-KY",
    purposes: SELLING,
    hours: everyDay("10:00-21:00"),
    law: "KRS 367.46955",
    source: OVERVIEW,
    verified_on: SEEN,
    exceptions: FROM_OVERVIEW,
  },
  {
    region: "US-LA",
    purposes: SELLING,
    hours: notOnSundays("08:00-20:00"),
    law: "Louisiana Public Service Commission, General Order R-29617; La. R.S. 45:844.11 and following",
    source: OVERVIEW,
    verified_on: SEEN,
    exceptions: `${FROM_OVERVIEW} ${HOLIDAYS} States of emergency, which stop all solicitation, are not known either.`,
  },
  {
    region: "US-MA",
    purposes: SELLING,
    hours: everyDay("08:00-20:00"),
    law: "201 CMR 12.02(2)",
    source: "https://regulations.justia.com/states/massachusetts/201-cmr/title-201-cmr-12-00/section-12-02",
    verified_on: SEEN,
  },
  {
    region: "US-MD",
    purposes: SELLING,
    hours: everyDay("08:00-20:00"),
    caps: [{ max: 3, days: 1 }],
    law: "Md. Code, Com. Law § 14-4502 (Stop the Spam Calls Act of 2023)",
    source: "https://www.dnc.com/index.php/news/maryland-governor-signs-stop-spam-calls-act-2023-law",
    verified_on: SEEN,
  },
  {
    region: "US-MS",
    purposes: SELLING,
    hours: notOnSundays("08:00-20:00"),
    law: "Miss. Code § 77-3-723",
    source:
      "https://getpocketlaw.com/law/state_mississippi/section-77-3-723-rules-for-authorized-calls_57b73fa7ff73",
    verified_on: SEEN,
    exceptions: HOLIDAYS,
  },
  {
    region: "US-NV",
    purposes: SELLING,
    hours: everyDay("09:00-20:00"),
    law: "Nev. Rev. Stat. § 597.814(2)(a), from 09:00",
    source: "http://www.contactcentercompliance.com/legal/statutes/NV/NRS/597.814.adpx",
    verified_on: SEEN,
    exceptions: `The end at 20:00 is of an overview (${OVERVIEW}); the paragraph has 21:00.`,
  },
  {
    region: "US-OK",
    purposes: SELLING,
    hours: everyDay("08:00-20:00"),
    caps: [{ max: 3, days: 1 }],
    law: "15 Okla. Stat. § 775C.4 (Telephone Solicitation Act of 2022)",
    source: "https://dnc.dreamhosters.com/?p=1309",
    verified_on: SEEN,
  },
  {
    region: "US-RI",
    purposes: SELLING,
    hours: { weekdays: ["09:00-18:00"], saturday: ["10:00-17:00"], sunday: [] },
    law: "R.I. Gen. Laws §§ 5-61-2(2), 5-61-3.6",
    source: "https://instalawyer.io/laws/rhode-island-general-laws/section-5-61-2-definitions",
    verified_on: SEEN,
    exceptions: HOLIDAYS,
  },
  {
    region: "US-WA",
    purposes: SELLING,
    hours: everyDay("08:00-20:00"),
    law: "RCW 80.36.390",
    source:
      "https://www.dwt.com/blogs/family-business-resource-center/2022/08/washington-tcpa-telemarketing-restrictions-law",
    verified_on: SEEN,
  },
  {
    region: "AU",
    purposes: SELLING,
    hours: { weekdays: ["09:00-20:00"], saturday: ["09:00-17:00"], sunday: [] },
    law: "Telecommunications (Telemarketing and Research Calls) Industry Standard 2017",
    source: "https://www.donotcall.gov.au/consumers/consumer-overview/industry-standards/",
    verified_on: SEEN,
    exceptions: HOLIDAYS,
  },
  {
    region: "CA",
    purposes: SELLING,
    hours: { weekdays: ["09:00-21:30"], saturday: ["10:00-18:00"], sunday: ["10:00-18:00"] },
    law: "CRTC, Unsolicited Telecommunications Rules",
    source: "https://crtc.gc.ca/eng/phone/telemarketing/tobligations/rules-regles.htm",
    verified_on: SEEN,
    exceptions: "Automatic devices may not solicit without express consent; stricter hours of provinces.",
  },
  {
    region: "FR",
    purposes: SELLING,
    hours: { weekdays: ["10:00-13:00", "14:00-20:00"], saturday: [], sunday: [] },
    caps: [{ max: 4, days: 30 }],
    law: "Code de la consommation, art. D. 223-9 (décret n° 2022-1313)",
    source: "https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000046421823",
    verified_on: SEEN,
    exceptions: `${HOLIDAYS} The 60 days after a refusal are kept only if the refusal is recorded as a revoked consent. A decree under art. L. 223-1 as in force since 11 August 2026 may have set other hours.`,
  },
];
