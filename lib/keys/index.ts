export { createKey, newKey } from "./create";
export { listKeys, readKey } from "./read";
export { revokeKey } from "./revoke";
export { rotateKey } from "./rotate";
export { digestPlace } from "./row";
export { digestOf, newToken, parseToken, sameDigest, type Token, tokenText } from "./token";
export { touchKey } from "./touch";
