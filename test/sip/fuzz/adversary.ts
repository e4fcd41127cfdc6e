import fc from "fast-check";
import { createMediaPorts, SdpError } from "../../../lib/platform/rtp";
import { createNegotiation } from "../../../lib/platform/rtp/negotiation";
import { DigestServer } from "../../../lib/platform/sip/digest-server";
import { MessageReader, SipFramingError } from "../../../lib/platform/sip/framing";
import { readHeader, type SipMessage } from "../../../lib/platform/sip/message";
import { extractSdp } from "../../../lib/platform/sip/sdp-body";
import { removeSecrets } from "../../../lib/platform/sip/trace";
import { isComplete, refuseRequest } from "../../../lib/platform/sip/validate";
