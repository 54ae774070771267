-- Locks those of the removable notes that are not being written.
select note_id as key_id from throttlex_note where note_id in ([[?]]) and expires_at < ?
for update skip locked
