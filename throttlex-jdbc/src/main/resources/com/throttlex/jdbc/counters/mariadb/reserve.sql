-- Keeps charges for settling, unless the name is taken. The end is set last, as the others look at it.
insert into throttlex_reservation (name_id, charges, settled, made_at, expires_at)
values (?, ?, false, ?, ?)
on duplicate key update
  charges = if(expires_at <= values(made_at), values(charges), charges),
  settled = if(expires_at <= values(made_at), false, settled),
  expires_at = if(expires_at <= values(made_at), values(expires_at), expires_at)
