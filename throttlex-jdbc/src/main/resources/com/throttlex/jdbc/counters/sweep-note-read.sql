-- Reads the next notes in the order of their keys.
select note_id as key_id, expires_at from throttlex_note where note_id > ? order by note_id limit ?
