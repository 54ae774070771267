-- Locks those of the expired stored answers that are not in use.
select key_id as key_id from throttlex_replay where key_id in ([[?]]) and expires_at < ?
for update skip locked
