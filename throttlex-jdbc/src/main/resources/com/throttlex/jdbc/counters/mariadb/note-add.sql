-- Adds a note unless there is one.
insert ignore into throttlex_note (note_id, name, version, content, ends_at, expires_at)
values (?, ?, 1, ?, ?, ?)
