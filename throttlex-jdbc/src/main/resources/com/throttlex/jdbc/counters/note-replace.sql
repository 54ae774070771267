-- Replaces a note of that version; an expired note counts as version 0.
update throttlex_note set version = version + 1, content = ?, ends_at = ?, expires_at = ?
where note_id = ? and case when ends_at > ? then version else 0 end = ?
