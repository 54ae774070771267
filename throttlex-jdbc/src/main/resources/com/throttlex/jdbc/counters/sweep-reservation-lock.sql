-- Of reservations that are over, those that nobody uses now.
select name_id as key_id from throttlex_reservation where name_id in ([[?]]) and expires_at < ?
for update skip locked
