-- Gives a reset counter another key, under which only the sweeper finds it and its log.
update throttlex_usage set key_id = ?, expires_at = 0 where key_id = ?
