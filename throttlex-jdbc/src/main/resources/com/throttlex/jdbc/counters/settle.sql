update throttlex_reservation set settled = true where name_id = ? and not settled
