/**
 * Resolves like `work`. If it takes longer than `ms`, resolves with the result of `onTimeout`, or rejects with what
 * `onTimeout` throws. The work itself continues, and a later failure of it is ignored.
 */
export async function withTimeout<T, Late>(
  work: PromiseLike<T>,
  ms: number,
  onTimeout: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Late>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
