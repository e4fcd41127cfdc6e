-- How each claim of zero retention is known to hold. A model or speech server was said to keep nothing by a contract.
-- Deepgram is told so with each request from now on. ElevenLabs is too, and counts once a check has seen that it accepts.
ALTER TABLE integrations NO FORCE ROW LEVEL SECURITY;
UPDATE integrations SET settings = settings || CASE kind
  WHEN 'elevenlabs' THEN '{"zero_retention": false, "zero_retention_basis": "unconfirmed"}'::jsonb
  WHEN 'deepgram' THEN '{"zero_retention_basis": "request"}'::jsonb
  ELSE '{"zero_retention_basis": "agreement"}'::jsonb
END
WHERE kind IN ('model', 'speech', 'deepgram', 'elevenlabs') AND (settings->>'zero_retention')::boolean;
ALTER TABLE integrations FORCE ROW LEVEL SECURITY;
