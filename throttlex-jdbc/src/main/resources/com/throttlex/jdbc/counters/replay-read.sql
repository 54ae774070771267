-- Reads the locked rows of stored answers.
select key_id, answer, expires_at from throttlex_replay where key_id in ([[?]])
