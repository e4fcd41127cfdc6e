import { primaryLanguage } from "./primary-language";

/** The settings that decide which recording announcement is true. */
type AnnouncementSettings = { announcement: string; allow_caller_opt_out: boolean };

/** Suggested announcement when a caller can decline recording and stay in the call. */
export const OPT_OUT_ANNOUNCEMENT = "This call is recorded. Say no or press 9 if you do not want that.";
/** Suggested announcement when a call cannot continue unrecorded: the only alternative is to hang up. */
export const RECORDED_ANNOUNCEMENT = "This call is recorded. If you do not agree, please hang up.";
/** Nothing transcribes the human leg before it joins, so this announcement offers only the DTMF key. */
const BRIDGE_ANNOUNCEMENT = "This call is recorded. Press 9 if you do not want that.";
const BRIDGE_ANNOUNCEMENTS: Readonly<Record<string, string>> = {
  de: "Dieser Anruf wird aufgezeichnet. Drücken Sie die 9, wenn Sie das nicht möchten.",
  es: "Esta llamada se graba. Pulse 9 si no lo desea.",
  fr: "Cet appel est enregistré. Appuyez sur le 9 si vous ne le souhaitez pas.",
  it: "Questa chiamata viene registrata. Prema 9 se non lo desidera.",
  nl: "Dit gesprek wordt opgenomen. Druk op 9 als u dat niet wilt.",
  pl: "Ta rozmowa jest nagrywana. Jeśli Pan lub Pani tego nie chce, proszę nacisnąć 9.",
  pt: "Esta chamada é gravada. Prima 9 se não o desejar.",
};
/**
 * The words before a member joins a call. `connects`: the member takes it over, and is heard after them. `listens`: the member
 * listens, where a recording must be announced.
 */
type MemberAnnouncements = { connects: string; listens: string };
const ENGLISH_MEMBER: MemberAnnouncements = {
  connects: "You are now connected to a person.",
  listens: "A person from our team is listening to this call from now on.",
};
const MEMBER_ANNOUNCEMENTS: Readonly<Record<string, MemberAnnouncements>> = {
  de: {
    connects: "Sie sind jetzt mit einem Menschen verbunden.",
    listens: "Ab jetzt hört eine Person aus unserem Team bei diesem Anruf mit.",
  },
  es: {
    connects: "Ahora está hablando con una persona.",
    listens: "A partir de ahora, una persona de nuestro equipo escucha esta llamada.",
  },
  fr: {
    connects: "Vous êtes maintenant en relation avec une personne.",
    listens: "À partir de maintenant, une personne de notre équipe écoute cet appel.",
  },
  it: {
    connects: "Ora è in linea con una persona.",
    listens: "Da questo momento una persona del nostro team ascolta questa chiamata.",
  },
  nl: {
    connects: "U bent nu verbonden met een medewerker.",
    listens: "Vanaf nu luistert een medewerker van ons team mee met dit gesprek.",
  },
  pl: {
    connects: "Teraz rozmawia Pani lub Pan z człowiekiem.",
    listens: "Od tej chwili tej rozmowy słucha osoba z naszego zespołu.",
  },
  pt: {
    connects: "Está agora em linha com uma pessoa.",
    listens: "A partir de agora, uma pessoa da nossa equipa ouve esta chamada.",
  },
};

/** Suggested by earlier versions, and stored with the agents created then. */
const FORMER_ANNOUNCEMENT = "This call may be recorded. Say no, or press 9, if you do not want that.";

const SUGGESTED: readonly string[] = [OPT_OUT_ANNOUNCEMENT, RECORDED_ANNOUNCEMENT, FORMER_ANNOUNCEMENT];
const isSuggested = (announcement: string): boolean => SUGGESTED.includes(announcement);

/**
 * Returns an announcement that matches the settings. A suggested text follows `allow_caller_opt_out`; the
 * organization's own text is unchanged.
 */
export function adjustAnnouncement({ announcement, allow_caller_opt_out }: AnnouncementSettings): string {
  if (!isSuggested(announcement)) return announcement;
  return allow_caller_opt_out ? OPT_OUT_ANNOUNCEMENT : RECORDED_ANNOUNCEMENT;
}

/**
 * The announcement that a human leg hears before it joins. A suggested text is in the language (`de`), or in English. The
 * organization's own text is in the language that it was written in.
 */
export const bridgeAnnouncement = (
  { announcement }: Pick<AnnouncementSettings, "announcement">,
  language = "en",
): string =>
  isSuggested(announcement) ? (BRIDGE_ANNOUNCEMENTS[language] ?? BRIDGE_ANNOUNCEMENT) : announcement;

/** The announcement before a member joins a call in a language (`de-AT`), or in English. `language`: that of the words. */
export function memberAnnouncement(
  kind: keyof MemberAnnouncements,
  language: string,
): { text: string; language: string } {
  const words = MEMBER_ANNOUNCEMENTS[primaryLanguage(language)];
  return words === undefined
    ? { text: ENGLISH_MEMBER[kind], language: "en" }
    : { text: words[kind], language };
}

/** Recording settings with a matching announcement. */
export const withAdjustedAnnouncement = <T extends AnnouncementSettings>(recording: T): T => ({
  ...recording,
  announcement: adjustAnnouncement(recording),
});

/**
 * Answer window: how long a caller has to answer an announcement, in milliseconds. Callers answer a prompt
 * within about two seconds (Twilio's `<Gather>` waits 5 s, which includes the time to think about a menu).
 * The agent is silent for that long, so more than ten seconds sounds like a dead line. Less than one second
 * is too short to answer.
 */
export const ANSWER_WINDOW_MS = { min: 1_000, default: 2_500, max: 10_000 } as const;
