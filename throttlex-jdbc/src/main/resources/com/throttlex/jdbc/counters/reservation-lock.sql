select charges, settled, expires_at from throttlex_reservation where name_id = ? for update
