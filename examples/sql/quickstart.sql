-- Every statement that the first day with Firn needs. Run it: ./firn sql -f examples/sql/quickstart.sql

CREATE NAMESPACE IF NOT EXISTS lake.quickstart;
DROP TABLE IF EXISTS lake.quickstart.orders PURGE;

CREATE TABLE lake.quickstart.orders (
  id     BIGINT,
  placed TIMESTAMP,
  status STRING,
  amount DECIMAL(10, 2))
USING iceberg
PARTITIONED BY (days(placed));

INSERT INTO lake.quickstart.orders VALUES
  (1, TIMESTAMP '2026-03-01 09:30:00', 'open', 20.00),
  (2, TIMESTAMP '2026-03-01 11:00:00', 'open', 35.50),
  (3, TIMESTAMP '2026-03-02 08:15:00', 'open', 12.25);

UPDATE lake.quickstart.orders SET status = 'paid' WHERE id = 1;

MERGE INTO lake.quickstart.orders AS o
USING (SELECT * FROM VALUES (2, 'paid'), (4, 'open') AS v(id, status)) AS news
ON o.id = news.id
WHEN MATCHED THEN UPDATE SET status = news.status
WHEN NOT MATCHED THEN INSERT (id, placed, status) VALUES (news.id, TIMESTAMP '2026-03-02 10:00:00', news.status);

DELETE FROM lake.quickstart.orders WHERE placed < TIMESTAMP '2026-03-01 10:00:00';

-- Columns come and go without a rewrite of the data.
ALTER TABLE lake.quickstart.orders ADD COLUMN currency STRING;

SELECT * FROM lake.quickstart.orders ORDER BY id;

-- What happened, and where the rows are.
SELECT committed_at, operation, summary['total-records'] AS total FROM lake.quickstart.orders.snapshots ORDER BY committed_at;
SELECT file_path, record_count, file_size_in_bytes FROM lake.quickstart.orders.files;

-- The table as it was a moment ago: SELECT ... VERSION AS OF <a snapshot_id from above>, or
-- CALL lake.system.rollback_to_snapshot('quickstart.orders', <a snapshot_id from above>);
