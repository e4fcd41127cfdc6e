// Written by scripts/routes.mjs from app/v1.
import * as r0 from "@/app/v1/account/route";
import * as r1 from "@/app/v1/account/password/route";
import * as r2 from "@/app/v1/account/second-factor/route";
import * as r3 from "@/app/v1/account/second-factor/confirm/route";
import * as r4 from "@/app/v1/account/second-factor/disable/route";
import * as r5 from "@/app/v1/account/second-factor/recovery-codes/route";
import * as r6 from "@/app/v1/agents/route";
import * as r7 from "@/app/v1/agents/[id]/route";
import * as r8 from "@/app/v1/agents/[id]/case-proposals/route";
import * as r9 from "@/app/v1/agents/[id]/case-proposals/[call]/route";
import * as r10 from "@/app/v1/agents/[id]/deploy/route";
import * as r11 from "@/app/v1/agents/[id]/deploy/preview/route";
import * as r12 from "@/app/v1/agents/[id]/duplicate/route";
import * as r13 from "@/app/v1/agents/[id]/score-runs/route";
import * as r14 from "@/app/v1/agents/[id]/score-runs/[run]/route";
import * as r15 from "@/app/v1/agents/[id]/score-runs/[run]/cancel/route";
import * as r16 from "@/app/v1/agents/[id]/score-runs/estimate/route";
import * as r17 from "@/app/v1/agents/[id]/scorecard/route";
import * as r18 from "@/app/v1/agents/[id]/scores/route";
import * as r19 from "@/app/v1/agents/[id]/suites/route";
import * as r20 from "@/app/v1/agents/[id]/traffic-split/route";
import * as r21 from "@/app/v1/agents/[id]/traffic-split/comparison/route";
import * as r22 from "@/app/v1/agents/[id]/traffic-split/promote/route";
import * as r23 from "@/app/v1/agents/[id]/traffic-splits/route";
import * as r24 from "@/app/v1/agents/[id]/versions/route";
import * as r25 from "@/app/v1/agents/[id]/versions/[version]/route";
import * as r26 from "@/app/v1/analytics/charts/[chart]/route";
import * as r27 from "@/app/v1/analytics/cost/route";
import * as r28 from "@/app/v1/analytics/summary/route";
import * as r29 from "@/app/v1/analytics/timeseries/route";
import * as r30 from "@/app/v1/audit/route";
import * as r31 from "@/app/v1/audit/heads/route";
import * as r32 from "@/app/v1/audit/verify/route";
import * as r33 from "@/app/v1/calls/route";
import * as r34 from "@/app/v1/calls/[id]/route";
import * as r35 from "@/app/v1/calls/[id]/comments/route";
import * as r36 from "@/app/v1/calls/[id]/comments/[comment]/route";
import * as r37 from "@/app/v1/calls/[id]/cost/route";
import * as r38 from "@/app/v1/calls/[id]/end/route";
import * as r39 from "@/app/v1/calls/[id]/events/route";
import * as r40 from "@/app/v1/calls/[id]/explanation/route";
import * as r41 from "@/app/v1/calls/[id]/file/route";
import * as r42 from "@/app/v1/calls/[id]/legal-hold/route";
import * as r43 from "@/app/v1/calls/[id]/listen/route";
import * as r44 from "@/app/v1/calls/[id]/messages/route";
import * as r45 from "@/app/v1/calls/[id]/participant-token/route";
import * as r46 from "@/app/v1/calls/[id]/recording/route";
import * as r47 from "@/app/v1/calls/[id]/recording/peaks/route";
import * as r48 from "@/app/v1/calls/[id]/scores/route";
import * as r49 from "@/app/v1/calls/[id]/scores/[criterion]/route";
import * as r50 from "@/app/v1/calls/[id]/sip-messages/route";
import * as r51 from "@/app/v1/calls/[id]/take-over/route";
import * as r52 from "@/app/v1/calls/[id]/test-case/route";
import * as r53 from "@/app/v1/calls/[id]/trunk-tries/route";
import * as r54 from "@/app/v1/campaigns/route";
import * as r55 from "@/app/v1/campaigns/[id]/route";
import * as r56 from "@/app/v1/campaigns/[id]/cancel/route";
import * as r57 from "@/app/v1/campaigns/[id]/contacts/route";
import * as r58 from "@/app/v1/campaigns/[id]/contacts/[contact]/route";
import * as r59 from "@/app/v1/campaigns/[id]/events/route";
import * as r60 from "@/app/v1/campaigns/[id]/explanation/route";
import * as r61 from "@/app/v1/campaigns/[id]/launch/route";
import * as r62 from "@/app/v1/campaigns/[id]/pause/route";
import * as r63 from "@/app/v1/campaigns/[id]/preflight/route";
import * as r64 from "@/app/v1/campaigns/[id]/results/route";
import * as r65 from "@/app/v1/campaigns/[id]/resume/route";
import * as r66 from "@/app/v1/carriers/twilio/[integration]/after/route";
import * as r67 from "@/app/v1/carriers/twilio/[integration]/answered/route";
import * as r68 from "@/app/v1/carriers/twilio/[integration]/bridge/route";
import * as r69 from "@/app/v1/carriers/twilio/[integration]/calls/route";
import * as r70 from "@/app/v1/carriers/twilio/[integration]/dialed/route";
import * as r71 from "@/app/v1/carriers/twilio/[integration]/machine/route";
import * as r72 from "@/app/v1/carriers/twilio/[integration]/messages/route";
import * as r73 from "@/app/v1/carriers/twilio/[integration]/status/route";
import * as r74 from "@/app/v1/carriers/twilio/[integration]/voice/route";
import * as r75 from "@/app/v1/contacts/route";
import * as r76 from "@/app/v1/contacts/[contact]/route";
import * as r77 from "@/app/v1/contacts/[contact]/access-request/route";
import * as r78 from "@/app/v1/contacts/[contact]/consents/route";
import * as r79 from "@/app/v1/contacts/[contact]/data/route";
import * as r80 from "@/app/v1/contacts/[contact]/decision/route";
import * as r81 from "@/app/v1/contacts/[contact]/explanation/route";
import * as r82 from "@/app/v1/contacts/[contact]/legal-hold/route";
import * as r83 from "@/app/v1/contacts/[contact]/suppression/route";
import * as r84 from "@/app/v1/contacts/imports/route";
import * as r85 from "@/app/v1/contacts/imports/[id]/route";
import * as r86 from "@/app/v1/contacts/imports/[id]/rejected/route";
import * as r87 from "@/app/v1/contacts/imports/preview/route";
import * as r88 from "@/app/v1/cost-limits/route";
import * as r89 from "@/app/v1/deletions/route";
import * as r90 from "@/app/v1/deletions/[id]/route";
import * as r91 from "@/app/v1/deletions/public-key/route";
import * as r92 from "@/app/v1/encryption/route";
import * as r93 from "@/app/v1/encryption/import/route";
import * as r94 from "@/app/v1/encryption/key-imports/route";
import * as r95 from "@/app/v1/encryption/leave/route";
import * as r96 from "@/app/v1/encryption/rotate/route";
import * as r97 from "@/app/v1/encryption/withdraw/route";
import * as r98 from "@/app/v1/exports/route";
import * as r99 from "@/app/v1/exports/[id]/route";
import * as r100 from "@/app/v1/exports/[id]/file/route";
import * as r101 from "@/app/v1/exports/selection/route";
import * as r102 from "@/app/v1/integrations/route";
import * as r103 from "@/app/v1/integrations/[id]/route";
import * as r104 from "@/app/v1/integrations/[id]/check/route";
import * as r105 from "@/app/v1/integrations/[id]/inbound-routes/route";
import * as r106 from "@/app/v1/integrations/[id]/inbound-routes/preview/route";
import * as r107 from "@/app/v1/integrations/[id]/limits/route";
import * as r108 from "@/app/v1/integrations/[id]/limits/lift/route";
import * as r109 from "@/app/v1/invitations/route";
import * as r110 from "@/app/v1/invitations/[id]/route";
import * as r111 from "@/app/v1/invitations/[id]/renew/route";
import * as r112 from "@/app/v1/invitations/accept/route";
import * as r113 from "@/app/v1/keys/route";
import * as r114 from "@/app/v1/keys/[id]/route";
import * as r115 from "@/app/v1/keys/[id]/rotate/route";
import * as r116 from "@/app/v1/keys/[id]/take-over/route";
import * as r117 from "@/app/v1/live/health/route";
import * as r118 from "@/app/v1/live/joins/route";
import * as r119 from "@/app/v1/members/route";
import * as r120 from "@/app/v1/members/[id]/route";
import * as r121 from "@/app/v1/members/[id]/transfer-ownership/route";
import * as r122 from "@/app/v1/members/names/route";
import * as r123 from "@/app/v1/models/route";
import * as r124 from "@/app/v1/notices/route";
import * as r125 from "@/app/v1/notices/mail/route";
import * as r126 from "@/app/v1/notices/read/route";
import * as r127 from "@/app/v1/notices/unread/route";
import * as r128 from "@/app/v1/openapi.json/route";
import * as r129 from "@/app/v1/outbound-routes/route";
import * as r130 from "@/app/v1/outbound-routes/preview/route";
import * as r131 from "@/app/v1/password-resets/route";
import * as r132 from "@/app/v1/password-resets/use/route";
import * as r133 from "@/app/v1/phone-numbers/route";
import * as r134 from "@/app/v1/phone-numbers/[id]/route";
import * as r135 from "@/app/v1/prices/route";
import * as r136 from "@/app/v1/retention/preview/route";
import * as r137 from "@/app/v1/search/route";
import * as r138 from "@/app/v1/search/names/route";
import * as r139 from "@/app/v1/session/invitation/route";
import * as r140 from "@/app/v1/sessions/route";
import * as r141 from "@/app/v1/sessions/[id]/route";
import * as r142 from "@/app/v1/setup/route";
import * as r143 from "@/app/v1/sso/route";
import * as r144 from "@/app/v1/sso/break-glass/route";
import * as r145 from "@/app/v1/sso/check/route";
import * as r146 from "@/app/v1/staff-access/route";
import * as r147 from "@/app/v1/staff-access/[id]/approve/route";
import * as r148 from "@/app/v1/staff-access/[id]/end/route";
import * as r149 from "@/app/v1/staff-access/[id]/refuse/route";
import * as r150 from "@/app/v1/staff-access/active/route";
import * as r151 from "@/app/v1/staff/password/route";
import * as r152 from "@/app/v1/staff/session/route";
import * as r153 from "@/app/v1/staff/tickets/route";
import * as r154 from "@/app/v1/staff/tickets/[id]/end/route";
import * as r155 from "@/app/v1/staff/tickets/[id]/enter/route";
import * as r156 from "@/app/v1/subprocessors/route";
import * as r157 from "@/app/v1/suites/route";
import * as r158 from "@/app/v1/suites/[id]/route";
import * as r159 from "@/app/v1/suites/[id]/runs/route";
import * as r160 from "@/app/v1/suites/[id]/runs/[run]/route";
import * as r161 from "@/app/v1/suites/[id]/runs/[run]/cancel/route";
import * as r162 from "@/app/v1/suites/[id]/runs/[run]/events/route";
import * as r163 from "@/app/v1/suites/[id]/runs/[run]/junit/route";
import * as r164 from "@/app/v1/suites/[id]/runs/[run]/results/route";
import * as r165 from "@/app/v1/suppressions/imports/route";
import * as r166 from "@/app/v1/suppressions/imports/[id]/route";
import * as r167 from "@/app/v1/tools/route";
import * as r168 from "@/app/v1/tools/[id]/route";
import * as r169 from "@/app/v1/tools/[id]/dry-run/route";
import * as r170 from "@/app/v1/tools/builtin/route";
import * as r171 from "@/app/v1/transcribers/route";
import * as r172 from "@/app/v1/views/route";
import * as r173 from "@/app/v1/views/[id]/route";
import * as r174 from "@/app/v1/voices/route";
import * as r175 from "@/app/v1/voices/sample/route";
import * as r176 from "@/app/v1/webhooks/route";
import * as r177 from "@/app/v1/webhooks/[id]/route";
import * as r178 from "@/app/v1/webhooks/[id]/deliveries/route";
import * as r179 from "@/app/v1/webhooks/[id]/deliveries/[delivery]/replay/route";
import * as r180 from "@/app/v1/webhooks/[id]/replay/route";
import * as r181 from "@/app/v1/webhooks/[id]/rotate/route";
import * as r182 from "@/app/v1/webhooks/[id]/test/route";
import * as r183 from "@/app/v1/workspace/route";
import * as r184 from "@/app/v1/workspace/deletion/route";
import * as r185 from "@/app/v1/workspace/plan/route";
import * as r186 from "@/app/v1/workspace/restore/route";
import type { RouteTable } from "./api-listener";

export const routes: RouteTable = [
  ["/v1/account", r0],
  ["/v1/account/password", r1],
  ["/v1/account/second-factor", r2],
  ["/v1/account/second-factor/confirm", r3],
  ["/v1/account/second-factor/disable", r4],
  ["/v1/account/second-factor/recovery-codes", r5],
  ["/v1/agents", r6],
  ["/v1/agents/:id", r7],
  ["/v1/agents/:id/case-proposals", r8],
  ["/v1/agents/:id/case-proposals/:call", r9],
  ["/v1/agents/:id/deploy", r10],
  ["/v1/agents/:id/deploy/preview", r11],
  ["/v1/agents/:id/duplicate", r12],
  ["/v1/agents/:id/score-runs", r13],
  ["/v1/agents/:id/score-runs/:run", r14],
  ["/v1/agents/:id/score-runs/:run/cancel", r15],
  ["/v1/agents/:id/score-runs/estimate", r16],
  ["/v1/agents/:id/scorecard", r17],
  ["/v1/agents/:id/scores", r18],
  ["/v1/agents/:id/suites", r19],
  ["/v1/agents/:id/traffic-split", r20],
  ["/v1/agents/:id/traffic-split/comparison", r21],
  ["/v1/agents/:id/traffic-split/promote", r22],
  ["/v1/agents/:id/traffic-splits", r23],
  ["/v1/agents/:id/versions", r24],
  ["/v1/agents/:id/versions/:version", r25],
  ["/v1/analytics/charts/:chart", r26],
  ["/v1/analytics/cost", r27],
  ["/v1/analytics/summary", r28],
  ["/v1/analytics/timeseries", r29],
  ["/v1/audit", r30],
  ["/v1/audit/heads", r31],
  ["/v1/audit/verify", r32],
  ["/v1/calls", r33],
  ["/v1/calls/:id", r34],
  ["/v1/calls/:id/comments", r35],
  ["/v1/calls/:id/comments/:comment", r36],
  ["/v1/calls/:id/cost", r37],
  ["/v1/calls/:id/end", r38],
  ["/v1/calls/:id/events", r39],
  ["/v1/calls/:id/explanation", r40],
  ["/v1/calls/:id/file", r41],
  ["/v1/calls/:id/legal-hold", r42],
  ["/v1/calls/:id/listen", r43],
  ["/v1/calls/:id/messages", r44],
  ["/v1/calls/:id/participant-token", r45],
  ["/v1/calls/:id/recording", r46],
  ["/v1/calls/:id/recording/peaks", r47],
  ["/v1/calls/:id/scores", r48],
  ["/v1/calls/:id/scores/:criterion", r49],
  ["/v1/calls/:id/sip-messages", r50],
  ["/v1/calls/:id/take-over", r51],
  ["/v1/calls/:id/test-case", r52],
  ["/v1/calls/:id/trunk-tries", r53],
  ["/v1/campaigns", r54],
  ["/v1/campaigns/:id", r55],
  ["/v1/campaigns/:id/cancel", r56],
  ["/v1/campaigns/:id/contacts", r57],
  ["/v1/campaigns/:id/contacts/:contact", r58],
  ["/v1/campaigns/:id/events", r59],
  ["/v1/campaigns/:id/explanation", r60],
  ["/v1/campaigns/:id/launch", r61],
  ["/v1/campaigns/:id/pause", r62],
  ["/v1/campaigns/:id/preflight", r63],
  ["/v1/campaigns/:id/results", r64],
  ["/v1/campaigns/:id/resume", r65],
  ["/v1/carriers/twilio/:integration/after", r66],
  ["/v1/carriers/twilio/:integration/answered", r67],
  ["/v1/carriers/twilio/:integration/bridge", r68],
  ["/v1/carriers/twilio/:integration/calls", r69],
  ["/v1/carriers/twilio/:integration/dialed", r70],
  ["/v1/carriers/twilio/:integration/machine", r71],
  ["/v1/carriers/twilio/:integration/messages", r72],
  ["/v1/carriers/twilio/:integration/status", r73],
  ["/v1/carriers/twilio/:integration/voice", r74],
  ["/v1/contacts", r75],
  ["/v1/contacts/:contact", r76],
  ["/v1/contacts/:contact/access-request", r77],
  ["/v1/contacts/:contact/consents", r78],
  ["/v1/contacts/:contact/data", r79],
  ["/v1/contacts/:contact/decision", r80],
  ["/v1/contacts/:contact/explanation", r81],
  ["/v1/contacts/:contact/legal-hold", r82],
  ["/v1/contacts/:contact/suppression", r83],
  ["/v1/contacts/imports", r84],
  ["/v1/contacts/imports/:id", r85],
  ["/v1/contacts/imports/:id/rejected", r86],
  ["/v1/contacts/imports/preview", r87],
  ["/v1/cost-limits", r88],
  ["/v1/deletions", r89],
  ["/v1/deletions/:id", r90],
  ["/v1/deletions/public-key", r91],
  ["/v1/encryption", r92],
  ["/v1/encryption/import", r93],
  ["/v1/encryption/key-imports", r94],
  ["/v1/encryption/leave", r95],
  ["/v1/encryption/rotate", r96],
  ["/v1/encryption/withdraw", r97],
  ["/v1/exports", r98],
  ["/v1/exports/:id", r99],
  ["/v1/exports/:id/file", r100],
  ["/v1/exports/selection", r101],
  ["/v1/integrations", r102],
  ["/v1/integrations/:id", r103],
  ["/v1/integrations/:id/check", r104],
  ["/v1/integrations/:id/inbound-routes", r105],
  ["/v1/integrations/:id/inbound-routes/preview", r106],
  ["/v1/integrations/:id/limits", r107],
  ["/v1/integrations/:id/limits/lift", r108],
  ["/v1/invitations", r109],
  ["/v1/invitations/:id", r110],
  ["/v1/invitations/:id/renew", r111],
  ["/v1/invitations/accept", r112],
  ["/v1/keys", r113],
  ["/v1/keys/:id", r114],
  ["/v1/keys/:id/rotate", r115],
  ["/v1/keys/:id/take-over", r116],
  ["/v1/live/health", r117],
  ["/v1/live/joins", r118],
  ["/v1/members", r119],
  ["/v1/members/:id", r120],
  ["/v1/members/:id/transfer-ownership", r121],
  ["/v1/members/names", r122],
  ["/v1/models", r123],
  ["/v1/notices", r124],
  ["/v1/notices/mail", r125],
  ["/v1/notices/read", r126],
  ["/v1/notices/unread", r127],
  ["/v1/openapi.json", r128],
  ["/v1/outbound-routes", r129],
  ["/v1/outbound-routes/preview", r130],
  ["/v1/password-resets", r131],
  ["/v1/password-resets/use", r132],
  ["/v1/phone-numbers", r133],
  ["/v1/phone-numbers/:id", r134],
  ["/v1/prices", r135],
  ["/v1/retention/preview", r136],
  ["/v1/search", r137],
  ["/v1/search/names", r138],
  ["/v1/session/invitation", r139],
  ["/v1/sessions", r140],
  ["/v1/sessions/:id", r141],
  ["/v1/setup", r142],
  ["/v1/sso", r143],
  ["/v1/sso/break-glass", r144],
  ["/v1/sso/check", r145],
  ["/v1/staff-access", r146],
  ["/v1/staff-access/:id/approve", r147],
  ["/v1/staff-access/:id/end", r148],
  ["/v1/staff-access/:id/refuse", r149],
  ["/v1/staff-access/active", r150],
  ["/v1/staff/password", r151],
  ["/v1/staff/session", r152],
  ["/v1/staff/tickets", r153],
  ["/v1/staff/tickets/:id/end", r154],
  ["/v1/staff/tickets/:id/enter", r155],
  ["/v1/subprocessors", r156],
  ["/v1/suites", r157],
  ["/v1/suites/:id", r158],
  ["/v1/suites/:id/runs", r159],
  ["/v1/suites/:id/runs/:run", r160],
  ["/v1/suites/:id/runs/:run/cancel", r161],
  ["/v1/suites/:id/runs/:run/events", r162],
  ["/v1/suites/:id/runs/:run/junit", r163],
  ["/v1/suites/:id/runs/:run/results", r164],
  ["/v1/suppressions/imports", r165],
  ["/v1/suppressions/imports/:id", r166],
  ["/v1/tools", r167],
  ["/v1/tools/:id", r168],
  ["/v1/tools/:id/dry-run", r169],
  ["/v1/tools/builtin", r170],
  ["/v1/transcribers", r171],
  ["/v1/views", r172],
  ["/v1/views/:id", r173],
  ["/v1/voices", r174],
  ["/v1/voices/sample", r175],
  ["/v1/webhooks", r176],
  ["/v1/webhooks/:id", r177],
  ["/v1/webhooks/:id/deliveries", r178],
  ["/v1/webhooks/:id/deliveries/:delivery/replay", r179],
  ["/v1/webhooks/:id/replay", r180],
  ["/v1/webhooks/:id/rotate", r181],
  ["/v1/webhooks/:id/test", r182],
  ["/v1/workspace", r183],
  ["/v1/workspace/deletion", r184],
  ["/v1/workspace/plan", r185],
  ["/v1/workspace/restore", r186],
];
