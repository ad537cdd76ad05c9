WITH links AS MATERIALIZED (SELECT DISTINCT url FROM proxy),
     judged AS MATERIALIZED (SELECT url, uri_verdict(url) AS verdict FROM links)
SELECT proxy.*, judged.verdict.severity FROM proxy LEFT JOIN judged USING (url)
