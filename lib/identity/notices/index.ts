export { composeNoticeMail, markNoticeMailed } from "./mail";
export {
  readMailPreferences,
  updateMailPreferences,
} from "./mail-preferences";
export { notifyMembers } from "./notify-members";
export { countUnread, listNotices, markNoticesRead } from "./read";
