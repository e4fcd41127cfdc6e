/** Contacts, their consent, imports and erasures. */
export const contacts = {
  receipt: {
    erased: "Erased",
    transcripts: "Transcripts",
    recordings: "Recordings",
    variables: "Variable sets",
    dataBackups: "Gone from data backups",
    keyBackups: "Gone from key backups",
    download: "Download receipt",
  },
} as const;
