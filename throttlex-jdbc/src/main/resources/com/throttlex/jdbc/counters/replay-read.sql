-- Reads the places of kept answers that are locked.
select key_id, answer, expires_at from throttlex_replay where key_id in ([[?]])
