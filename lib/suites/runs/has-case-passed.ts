/** Whether enough repetitions of a case passed. */
export const hasCasePassed = (passed: number, repetitions: number, minPassPercent: number): boolean =>
  passed * 100 >= minPassPercent * repetitions;
