update throttlex_reservation set settled = true, charges = ''
where name_id = ? and not settled and charges = ?
