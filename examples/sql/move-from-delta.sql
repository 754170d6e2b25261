-- A Delta table becomes a table of the lake, with its history and without copying data.
-- Run it: ./firn sql -f examples/sql/move-from-delta.sql

CREATE NAMESPACE IF NOT EXISTS lake.moved;
DROP TABLE IF EXISTS lake.moved.orders;

-- The Delta table stays as it is. Put the path of your own here.
CALL lake.system.snapshot_delta(
  source_table => '${system:firn.root}/examples/data/orders-delta',
  table        => 'moved.orders');

SELECT * FROM lake.moved.orders ORDER BY id;

-- Its versions are snapshots with their times, and tags with their numbers.
SELECT committed_at, operation, summary['total-records'] AS records FROM lake.moved.orders.snapshots ORDER BY committed_at;
SELECT * FROM lake.moved.orders VERSION AS OF 'delta-version-1' ORDER BY id;

-- From here on it is a table like any other.
MERGE INTO lake.moved.orders AS o
USING (SELECT * FROM VALUES (2, 'paid'), (5, 'open') AS v(id, status)) AS news
ON o.id = news.id
WHEN MATCHED THEN UPDATE SET status = news.status
WHEN NOT MATCHED THEN INSERT (id, placed, status) VALUES (news.id, DATE '2026-03-03', news.status);

SELECT * FROM lake.moved.orders ORDER BY id;

-- When all that read and write it have moved, the table takes over, and Delta is locked out:
--   CALL lake.system.migrate_delta(source_table => '/data/orders', table => 'moved.orders');
