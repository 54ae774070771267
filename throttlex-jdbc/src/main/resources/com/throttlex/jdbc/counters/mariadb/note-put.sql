-- Adds or replaces a note.
insert into throttlex_note (note_id, name, version, content, ends_at, expires_at)
values (?, ?, 1, ?, ?, ?)
on duplicate key update version = version + 1,
  content = values(content), ends_at = values(ends_at), expires_at = values(expires_at)
