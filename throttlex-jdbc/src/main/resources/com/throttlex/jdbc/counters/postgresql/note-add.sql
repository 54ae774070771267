-- Adds a note unless there is one.
insert into throttlex_note (note_id, name, version, content, ends_at, expires_at) values (?, ?, 1, ?, ?, ?)
on conflict (note_id) do nothing
