/** A provider's base address without the slashes at its end, as paths are put behind it. */
export function baseAddress(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}
