import type { LegalSource } from "./region-rules";

/** The parties that must be informed of a recording: all, or one, which can be the recording party. */
export type RecordingRule = LegalSource & { regions: readonly string[]; parties: "all" | "one" };

const SEEN = "2026-11-21";

/**
 * The laws of regions for recording one's own calls. If a law requires the consent of all parties, continuing to talk
 * after an announcement commonly counts as consent; the product lets the caller decline. A region that is not listed
 * counts as one that requires the consent of all.
 */
export const RECORDING_RULES: readonly RecordingRule[] = [
  {
    regions: [
      ...["US-CA", "US-CT", "US-FL", "US-IL", "US-MA", "US-MD", "US-MI", "US-MT", "US-NH", "US-NV", "US-PA"],
      "US-WA",
    ],
    parties: "all",
    law: "Cal. Penal Code § 632; Conn. Gen. Stat. § 52-570d; Fla. Stat. § 934.03; 720 ILCS 5/14; Mass. Gen. Laws ch. 272 § 99; Md. Code, Cts. & Jud. Proc. § 10-402; Mich. Comp. Laws § 750.539c; Mont. Code § 45-8-213; N.H. Rev. Stat. § 570-A:2; Nev. Rev. Stat. § 200.620; 18 Pa. Cons. Stat. §§ 5703, 5704; RCW 9.73.030",
    source:
      "https://learninglink.oup.com/access/content/bender12e-student-resources/bender12e-states-that-require-consent-of-all-parties-for-taping",
    verified_on: SEEN,
    exceptions: "Michigan's courts let a party record; it is kept with the strict ones.",
  },
  {
    regions: ["US-DE"],
    parties: "all",
    law: "Del. Code tit. 11 § 1335(a)(4), against tit. 11 § 2402(c)(4)",
    source: "https://recordphonecall.com/legal/one-party-vs-all-party/",
    verified_on: SEEN,
    exceptions: "The two paragraphs disagree; the stricter is kept.",
  },
  {
    regions: [
      ...["US-AK", "US-AL", "US-AR", "US-AZ", "US-CO", "US-DC", "US-GA", "US-HI", "US-IA", "US-ID", "US-IN"],
      ...["US-KS", "US-KY", "US-LA", "US-ME", "US-MN", "US-MO", "US-MS", "US-NC", "US-ND", "US-NE", "US-NJ"],
      ...["US-NM", "US-NY", "US-OH", "US-OK", "US-RI", "US-SC", "US-SD", "US-TN", "US-TX", "US-UT", "US-VA"],
      ...["US-WI", "US-WV", "US-WY"],
    ],
    parties: "one",
    law: "18 U.S.C. § 2511(2)(d), and each state's own",
    source: "https://recordphonecall.com/resources/one-party-vs-all-party/",
    verified_on: SEEN,
    exceptions:
      "Oregon (by telephone one, in person all) and Vermont (no statute) are left out, and so count as asking all.",
  },
  {
    regions: ["CA"],
    parties: "all",
    law: "PIPEDA, Guidelines for Recording of Customer Telephone Calls",
    source: "https://www.priv.gc.ca/en/privacy-topics/collecting-personal-information/02_05_d_14/",
    verified_on: SEEN,
    exceptions: "Laws of provinces that stand in its place are not read; none is known to ask for less.",
  },
  {
    regions: ["DE"],
    parties: "all",
    law: "§ 201 StGB; Art. 13 GDPR",
    source: "https://dewiki.de/Lexikon/Verletzung_der_Vertraulichkeit_des_Wortes",
    verified_on: SEEN,
    exceptions:
      "Whether continuing to talk is sufficient consent is disputed; ask for a yes in the announcement.",
  },
  {
    regions: ["FI"],
    parties: "all",
    law: "Art. 5(1)(a), 12(1) and 13 GDPR; Tietosuojavaltuutettu 3021/452/2017",
    source: "https://gdprhub.eu/index.php?title=Tietosuojavaltuutetun_toimisto_-_Sales_call",
    verified_on: SEEN,
    exceptions:
      "The same articles hold in all of the European Union, whose other countries count as asking all.",
  },
  {
    regions: ["GB"],
    parties: "all",
    law: "UK GDPR, Art. 5(1)(a) and 13",
    source: "https://www.cooperburnett.com/blog/data-protection-and-recording-telephone-calls",
    verified_on: SEEN,
  },
];

/** The law on recordings in a region; undefined if it is not known (no region, a country without its state). */
export const findRecordingRule = (region: string | null): RecordingRule | undefined =>
  RECORDING_RULES.find(({ regions }) => region !== null && regions.includes(region));

/**
 * Whether a recording must be announced in a region regardless of the agent's setting: if all parties must know, or if
 * the law is unknown.
 */
export function isAnnouncementRequired(region: string | null): boolean {
  const rule = findRecordingRule(region);
  return rule === undefined || rule.parties === "all";
}
