select timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000 as now
