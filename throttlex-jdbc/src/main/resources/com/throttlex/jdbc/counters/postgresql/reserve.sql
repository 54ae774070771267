-- Stores charges for a settlement, unless the name is in use.
insert into throttlex_reservation as r (name_id, charges, settled, made_at, expires_at)
values (?, ?, false, ?, ?)
on conflict (name_id) do update
set charges = excluded.charges, settled = false, made_at = excluded.made_at,
  expires_at = excluded.expires_at
where r.expires_at <= excluded.made_at
