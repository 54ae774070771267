delete from throttlex_reservation where name_id = ? and not settled and charges = ?
