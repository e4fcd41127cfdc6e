export { noticeMail, noticeMailed } from "./mail";
export { countUnread, listNotices, readNotices } from "./read";
export { tell } from "./tell";
