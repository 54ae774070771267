-- The request leaves its lane; those that have ended are in the lane without a name.
update throttlex_stored
set stage = ?, reason = ?, content = ?, size_bytes = ?, ends_at = ?, summary = '', lane_id = '', number = 0
where ticket = ?
