"""Compare saved reports, series of reports, and two servers."""
