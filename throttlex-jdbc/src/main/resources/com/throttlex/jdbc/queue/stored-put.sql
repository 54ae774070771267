update throttlex_stored set stage = ?, attempts = ? where ticket = ?
