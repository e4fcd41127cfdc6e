export { noticeMail, noticeMailed } from "./mail";
export { readMailedNotices, setMailedNotices } from "./mailed";
export { countUnread, listNotices, readNotices } from "./read";
export { tell } from "./tell";
