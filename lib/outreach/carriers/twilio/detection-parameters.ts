/** Longest time until the end of a greeting, of 3 to 59 s. Parley's own detection also ends by then. */
const DETECTION_TIMEOUT_S = 45;

/**
 * Parameters that let Twilio detect a machine while the call is already connected, so that a person hears no silence.
 * With `DetectMessageEnd`, a machine is reported at the end of its greeting. Source, read on 2026-11-25:
 * twilio.com/docs/voice/answering-machine-detection.
 */
export const machineDetectionParameters = (callbackUrl: string): Record<string, string> => ({
  MachineDetection: "DetectMessageEnd",
  MachineDetectionTimeout: String(DETECTION_TIMEOUT_S),
  AsyncAmd: "true",
  AsyncAmdStatusCallback: callbackUrl,
  AsyncAmdStatusCallbackMethod: "POST",
});
