-- Write, audit, publish: readers see a load only after it has passed its checks.
-- Run it: ./firn sql -f examples/sql/publish-after-checks.sql

-- A table of your own takes the place of this one. The property is needed once.
CREATE NAMESPACE IF NOT EXISTS lake.wap;
DROP TABLE IF EXISTS lake.wap.readings PURGE;
CREATE TABLE lake.wap.readings (sensor STRING, at TIMESTAMP, celsius DOUBLE) USING iceberg;
INSERT INTO lake.wap.readings VALUES ('a', TIMESTAMP '2026-03-01 12:00:00', 19.5);
ALTER TABLE lake.wap.readings SET TBLPROPERTIES ('write.wap.enabled' = 'true');

-- 1. From here on this session writes to a branch of its own, and reads it. Everybody else sees main, as before.
ALTER TABLE lake.wap.readings CREATE OR REPLACE BRANCH tonight;
SET spark.wap.branch = tonight;

-- 2. Load. Any number of statements, of any kind.
INSERT INTO lake.wap.readings VALUES
  ('a', TIMESTAMP '2026-03-02 12:00:00', 20.1), ('b', TIMESTAMP '2026-03-02 12:00:00', 18.7), ('b', TIMESTAMP '2026-03-02 13:00:00', -999);
DELETE FROM lake.wap.readings WHERE celsius = -999;

-- 3. Check. A script of ./firn sql stops at the first statement that fails, so nothing bad is published.
SELECT assert_true(count(*) = 0, 'readings outside of -60 to 60 degrees') AS plausible
FROM lake.wap.readings WHERE celsius NOT BETWEEN -60 AND 60;
SELECT assert_true(count(*) = count(DISTINCT sensor, at), 'a sensor has two readings of one time') AS unique
FROM lake.wap.readings;

-- What would change for readers.
SELECT * FROM lake.wap.readings VERSION AS OF 'tonight' EXCEPT SELECT * FROM lake.wap.readings VERSION AS OF 'main' ORDER BY at, sensor;

-- 4. Publish: main becomes what the branch is, in one step. The branch is of no more use.
RESET spark.wap.branch;
CALL lake.system.fast_forward(table => 'wap.readings', branch => 'main', to => 'tonight');
ALTER TABLE lake.wap.readings DROP BRANCH tonight;
SELECT * FROM lake.wap.readings ORDER BY at, sensor;

-- If main has moved on meanwhile, fast_forward refuses. A single commit can be staged under an id instead and is then
-- put on top of whatever main is:
SET spark.wap.id = load-42;
INSERT INTO lake.wap.readings VALUES ('c', TIMESTAMP '2026-03-03 12:00:00', 17.0);
RESET spark.wap.id;
SELECT count(*) AS before FROM lake.wap.readings;
CALL lake.system.publish_changes(table => 'wap.readings', wap_id => 'load-42');
SELECT count(*) AS after FROM lake.wap.readings;
