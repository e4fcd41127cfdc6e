/** Whether two words differ by one letter that was left out, put in, changed or swapped with its neighbor. */
export function isMisspelled(word: string, right: string): boolean {
  if (Math.abs(word.length - right.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === right[at]) at++;
  const rests = [
    [at + 1, at],
    [at, at + 1],
    [at + 1, at + 1],
  ] as const;
  if (rests.some(([a, b]) => word.slice(a) === right.slice(b))) return true;
  return (
    word[at] === right[at + 1] && word[at + 1] === right[at] && word.slice(at + 2) === right.slice(at + 2)
  );
}
