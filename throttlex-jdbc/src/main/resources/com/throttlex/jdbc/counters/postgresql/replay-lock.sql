-- Creates or locks the rows of stored answers.
insert into throttlex_replay as r (key_id, answer, expires_at)
values [[(?, '', 0)]]
on conflict (key_id) do update set answer = r.answer
returning key_id, answer, expires_at
