-- Audit last June: what did the table say when its books were closed, and what has been changed since?
-- Run it: ./firn sql -f examples/sql/audit-last-june.sql

-- A table of your own takes the place of this one.
CREATE NAMESPACE IF NOT EXISTS lake.books;
DROP TABLE IF EXISTS lake.books.payments PURGE;
CREATE TABLE lake.books.payments (id BIGINT, day DATE, payer STRING, amount DECIMAL(10, 2)) USING iceberg;
INSERT INTO lake.books.payments VALUES
  (1, DATE '2026-06-03', 'Ada', 100.00), (2, DATE '2026-06-17', 'Blaise', 250.00), (3, DATE '2026-06-30', 'Carl', 80.00);

-- 1. When the books of a month are closed, give the state a name. It costs nothing, and no clean-up touches it for ten years.
ALTER TABLE lake.books.payments CREATE TAG june_2026 RETAIN 3650 DAYS;

-- ... life goes on: corrections, new rows, a new column, and old snapshots are removed every night.
UPDATE lake.books.payments SET amount = 205.00 WHERE id = 2;
ALTER TABLE lake.books.payments ADD COLUMN currency STRING;
DELETE FROM lake.books.payments WHERE id = 3;
INSERT INTO lake.books.payments VALUES (4, DATE '2026-06-30', 'Dora', 60.00, 'EUR');
CALL lake.system.expire_snapshots(table => 'books.payments', older_than => now(), retain_last => 1);

-- 2. The table as it was, with the columns that it had then.
SELECT * FROM lake.books.payments VERSION AS OF 'june_2026' ORDER BY id;

SELECT sum(amount) AS june FROM lake.books.payments VERSION AS OF 'june_2026' WHERE day < DATE '2026-07-01';

-- Without a tag the state of a time can be read as long as no clean-up has removed it:
-- SELECT * FROM lake.books.payments TIMESTAMP AS OF '2026-07-01 00:00:00'

-- 3. Which rows of June are not what they were?
SELECT coalesce(o.id, n.id) AS id, o.amount AS before, n.amount AS now,
  CASE WHEN o.id IS NULL THEN 'added' WHEN n.id IS NULL THEN 'removed' ELSE 'changed' END AS since
FROM (SELECT * FROM lake.books.payments VERSION AS OF 'june_2026' WHERE day < DATE '2026-07-01') o
FULL JOIN (SELECT * FROM lake.books.payments WHERE day < DATE '2026-07-01') n ON o.id = n.id
WHERE NOT (o.amount <=> n.amount AND o.payer <=> n.payer AND o.day <=> n.day)
ORDER BY id;

-- 4. The commits that are still known, and the names that keep them.
SELECT s.committed_at, s.operation, r.name, r.type
FROM lake.books.payments.snapshots s LEFT JOIN lake.books.payments.refs r ON s.snapshot_id = r.snapshot_id
ORDER BY s.committed_at;
