export { createKey, newKey } from "./create";
export { listKeys, readKey } from "./read";
export { revokeKey } from "./revoke";
export { rotateKey } from "./rotate";
export { digestPlace } from "./row";
export { digestOf, parseToken, sameDigest, type Token } from "./token";
export { touchKey } from "./touch";
