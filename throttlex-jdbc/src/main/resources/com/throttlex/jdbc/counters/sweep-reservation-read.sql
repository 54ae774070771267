-- Reads the next reservations in the order of their keys.
select name_id as key_id, expires_at from throttlex_reservation where name_id > ? order by name_id limit ?
