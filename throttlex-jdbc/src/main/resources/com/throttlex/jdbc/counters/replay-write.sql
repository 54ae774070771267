update throttlex_replay set answer = ?, expires_at = ? where key_id = ?
