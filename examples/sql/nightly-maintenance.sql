-- What a table needs every night. Run it: ./firn sql -f examples/sql/nightly-maintenance.sql
-- Statements may go on meanwhile: a MERGE that a compaction overtakes follows its rows. With
-- --conf spark.ui.showConsoleProgress=true the terminal shows how far the long ones are.

-- A table of your own takes the place of this one: many small files, and deletes beside them.
CREATE NAMESPACE IF NOT EXISTS lake.nightly;
DROP TABLE IF EXISTS lake.nightly.events PURGE;
CREATE TABLE lake.nightly.events (id BIGINT, day DATE, kind STRING, customer INT) USING iceberg
PARTITIONED BY (day)
TBLPROPERTIES ('write.delete.mode' = 'merge-on-read');
INSERT INTO lake.nightly.events SELECT id, DATE '2026-04-01', 'view', INT(id * 7919 % 100) FROM range(0, 60);
INSERT INTO lake.nightly.events SELECT id, DATE '2026-04-01', 'view', INT(id * 7919 % 100) FROM range(60, 120);
INSERT INTO lake.nightly.events SELECT id, DATE '2026-04-01', 'view', INT(id * 7919 % 100) FROM range(120, 180);
INSERT INTO lake.nightly.events SELECT id, DATE '2026-04-01', 'view', INT(id * 7919 % 100) FROM range(180, 240);
INSERT INTO lake.nightly.events SELECT id, DATE '2026-04-01', 'view', INT(id * 7919 % 100) FROM range(240, 300);
INSERT INTO lake.nightly.events SELECT id, DATE '2026-04-02', 'view', INT(id * 7919 % 100) FROM range(300, 600);
INSERT INTO lake.nightly.events SELECT id, DATE '2026-04-02', 'buy', INT(id * 7919 % 100) FROM range(600, 900);
DELETE FROM lake.nightly.events WHERE customer = 13;

-- 1. Small files become large ones, and deleted rows go. With no arguments but the table this is cheap: only files that
--    are too small, too large or full of deletes are rewritten.
CALL lake.system.rewrite_data_files(table => 'nightly.events');

-- ... and sort the days that will not change any more by what they are asked for. Readers then skip most files.
--    A table that has WRITE ORDERED BY needs no sort_order here.
CALL lake.system.rewrite_data_files(
  table => 'nightly.events', strategy => 'sort', sort_order => 'zorder(customer, id)',
  where => "day = DATE '2026-04-02'", options => map('rewrite-all', 'true', 'remove-dangling-deletes', 'true'));

-- ... and where many statements deleted little, one file of deletes instead of many, or vectors on a table of format version 3.
CALL lake.system.rewrite_position_delete_files(table => 'nightly.events', options => map('rewrite-all', 'true'));

-- 2. Manifests: those of a partition together, so that a query reads few of them. Only where many small writes landed.
CALL lake.system.rewrite_manifests('nightly.events');

-- 3. Snapshots of which nobody asks any more, with the files that only they need. Branches and tags keep theirs. The age
--    is also the longest time that a query may run, and how far back the table can be read: a week or so. Here it is
--    nothing, so that there is something to see.
CALL lake.system.expire_snapshots(table => 'nightly.events', older_than => now(), retain_last => 1);

-- 4. Once a week: files that no state of the table reaches, such as those of writers that died. They have to be three days
--    old, so that nothing of a statement that has not committed yet is among them. dry_run => true only lists them.
CALL lake.system.remove_orphan_files(table => 'nightly.events');

-- What is left.
SELECT partition.day AS day, count(*) AS files, sum(record_count) AS records FROM lake.nightly.events.data_files GROUP BY ALL ORDER BY day;
