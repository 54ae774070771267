update throttlex_reservation set charges = ?, expires_at = ? where name_id = ? and not settled
