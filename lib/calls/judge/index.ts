export { judgeByScript } from "./judge-by-script";
export { judgeTranscript } from "./judge-transcript";
export {
  type JudgeTurn,
  type Verdict,
  withoutAnswers,
} from "./questions";
export { measureJudgePrompt } from "./write-judge-prompt";
