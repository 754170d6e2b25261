-- Undo a bad load, and keep what was loaded after it. Run it: ./firn sql -f examples/sql/undo-a-bad-load.sql

-- A table of your own takes the place of this one: three loads, of which the second has its amounts in cents.
CREATE NAMESPACE IF NOT EXISTS lake.shop;
DROP TABLE IF EXISTS lake.shop.orders PURGE;
CREATE TABLE lake.shop.orders (id BIGINT, day DATE, amount DECIMAL(10, 2)) USING iceberg;
INSERT INTO lake.shop.orders VALUES (1, DATE '2026-05-01', 20.00), (2, DATE '2026-05-01', 35.50);
INSERT INTO lake.shop.orders VALUES (3, DATE '2026-05-02', 1225.00), (4, DATE '2026-05-02', 990.00);
INSERT INTO lake.shop.orders VALUES (5, DATE '2026-05-03', 8.00);

-- 1. Which commit did it? Newest first.
SELECT committed_at, snapshot_id, operation, summary['added-records'] AS added, summary['deleted-records'] AS deleted
FROM lake.shop.orders.snapshots ORDER BY committed_at DESC;

-- 2. Say which one it was. You would write: SET VAR bad = <its snapshot_id>
DECLARE OR REPLACE VARIABLE bad BIGINT;
SET VAR bad = (SELECT snapshot_id FROM lake.shop.orders.snapshots ORDER BY committed_at LIMIT 1 OFFSET 1);
DECLARE OR REPLACE VARIABLE before BIGINT;
SET VAR before = (SELECT parent_id FROM lake.shop.orders.snapshots WHERE snapshot_id = bad);

-- 3. Keep the table as it is under a name. Nothing is lost from here on, whatever you do.
ALTER TABLE lake.shop.orders CREATE TAG before_undo RETAIN 30 DAYS;

-- 4. Back to the state before it. No file is rewritten: this is done in a moment, however large the table is.
CALL lake.system.rollback_to_snapshot(table => 'shop.orders', snapshot_id => before);

-- 5. Do again what came after it: one CALL for each good commit, oldest first.
DECLARE OR REPLACE VARIABLE good BIGINT;
SET VAR good = (SELECT snapshot_id FROM lake.shop.orders.snapshots WHERE parent_id = bad);
CALL lake.system.cherrypick_snapshot(table => 'shop.orders', snapshot_id => good);

-- 6. What is gone, compared with the state that the tag keeps? These rows can be loaded again, corrected.
SELECT * FROM lake.shop.orders VERSION AS OF 'before_undo' EXCEPT SELECT * FROM lake.shop.orders ORDER BY id;

INSERT INTO lake.shop.orders
SELECT id, day, CAST(amount / 100 AS DECIMAL(10, 2)) FROM (
  SELECT * FROM lake.shop.orders VERSION AS OF 'before_undo' EXCEPT SELECT * FROM lake.shop.orders);
SELECT * FROM lake.shop.orders ORDER BY id;

-- 7. When all is well, drop the tag; without it, expire_snapshots removes the files of the bad load some day.
ALTER TABLE lake.shop.orders DROP TAG before_undo;
