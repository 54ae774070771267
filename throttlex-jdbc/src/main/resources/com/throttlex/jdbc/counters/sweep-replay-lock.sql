-- Of replays that are over, those that nobody uses now.
select key_id as key_id from throttlex_replay where key_id in ([[?]]) and expires_at < ?
for update skip locked
