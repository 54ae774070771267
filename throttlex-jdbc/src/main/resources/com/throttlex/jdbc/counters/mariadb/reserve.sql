-- Stores charges for a settlement, unless the name is in use. The end is set last, because the
-- others read it.
insert into throttlex_reservation (name_id, charges, settled, made_at, expires_at)
values (?, ?, false, ?, ?)
on duplicate key update
  charges = if(expires_at <= values(made_at), values(charges), charges),
  settled = if(expires_at <= values(made_at), false, settled),
  expires_at = if(expires_at <= values(made_at), values(expires_at), expires_at)
