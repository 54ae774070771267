-- Adds or replaces a note.
insert into throttlex_note as n (note_id, name, version, content, ends_at, expires_at)
values (?, ?, 1, ?, ?, ?)
on conflict (note_id) do update set version = n.version + 1,
  content = excluded.content, ends_at = excluded.ends_at, expires_at = excluded.expires_at
