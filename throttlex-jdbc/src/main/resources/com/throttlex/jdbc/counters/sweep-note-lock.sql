-- Of notes that can be forgotten, those that nobody writes now.
select note_id as key_id from throttlex_note where note_id in ([[?]]) and expires_at < ?
for update skip locked
