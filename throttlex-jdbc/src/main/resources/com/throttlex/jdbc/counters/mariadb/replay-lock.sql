-- Creates or locks the rows of stored answers.
insert into throttlex_replay (key_id, answer, expires_at)
values [[(?, '', 0)]]
on duplicate key update key_id = values(key_id)
returning key_id, answer, expires_at
