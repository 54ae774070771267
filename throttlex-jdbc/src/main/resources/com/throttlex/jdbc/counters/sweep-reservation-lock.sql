-- Locks those of the expired reservations that are not in use.
select name_id as key_id from throttlex_reservation where name_id in ([[?]]) and expires_at < ?
for update skip locked
