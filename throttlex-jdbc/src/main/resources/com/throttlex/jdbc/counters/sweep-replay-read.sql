-- Reads the next stored answers in the order of their keys.
select key_id as key_id, expires_at from throttlex_replay where key_id > ? order by key_id limit ?
