-- The rate limiter: no rolling window admits more than its limit.

-- Unlogged: a crash empties the windows. 600 times of 8 bytes would be moved out of the row without plain storage.
ALTER TABLE rate_limits SET UNLOGGED;
ALTER TABLE rate_limits SET (fillfactor = 40);
ALTER TABLE rate_limits ALTER hits SET NOT NULL;
ALTER TABLE rate_limits ALTER hits SET STORAGE plain;

-- Decides for several keys in one round trip. The keys must be sorted, as rows are locked in their order. The time is the
-- database's and never runs backwards within a key, so that several processes agree.
CREATE OR REPLACE FUNCTION take_rate_limit(ks text[], requested int[], limits int[], window_ms bigint)
  RETURNS TABLE (admitted int, used int, oldest bigint, at_ms bigint) LANGUAGE plpgsql AS $$
DECLARE h bigint[]; t bigint; gone int; a int; i int;
BEGIN
  FOR i IN 1..cardinality(ks) LOOP
    SELECT r.hits INTO h FROM rate_limits r WHERE r.key = ks[i] FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      -- Locks the row, new or inserted meanwhile by another process, so that a sweep does not delete it.
      INSERT INTO rate_limits AS r (key) VALUES (ks[i]) ON CONFLICT (key) DO UPDATE SET hits = r.hits RETURNING r.hits INTO h;
    END IF;
    t := greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, h[cardinality(h)]);
    gone := width_bucket(t - window_ms, h); -- binary search: how many have left the window
    a := greatest(0, least(requested[i], limits[i] - (cardinality(h) - gone)));
    IF a > 0 THEN
      h := h[gone + 1:] || array_fill(t, ARRAY[a]);
      UPDATE rate_limits r SET hits = h WHERE r.key = ks[i];
      gone := 0;
    END IF;
    admitted := a; used := cardinality(h) - gone; oldest := h[gone + 1]; at_ms := t;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION take_rate_limit(text[], int[], int[], bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_rate_limit(text[], int[], int[], bigint) TO parley_app;
