-- A Parquet table of Spark becomes an Iceberg table: under its name, at its place, without copying data.
-- Run it: ./firn sql -f examples/sql/take-over-parquet.sql

-- Firn stands before Spark's own catalog. In a Spark of your own these are settings of the session, and the database is
-- PostgreSQL; here it is a file.
CREATE NAMESPACE IF NOT EXISTS lake.takeover;
SET spark.sql.catalog.spark_catalog = io.firn.spark.FirnSessionCatalog;
SET spark.sql.catalog.spark_catalog.type = jdbc;
SET spark.sql.catalog.spark_catalog.uri = jdbc:sqlite:${spark.sql.catalog.lake.warehouse}/takeover/catalog.db;
SET spark.sql.catalog.spark_catalog.warehouse = ${spark.sql.catalog.lake.warehouse}/takeover;

-- A table of your own takes the place of this one.
CREATE DATABASE IF NOT EXISTS spark_catalog.shop;
DROP TABLE IF EXISTS spark_catalog.shop.orders PURGE;
CREATE TABLE spark_catalog.shop.orders (id BIGINT, item STRING, day DATE) USING parquet
PARTITIONED BY (day)
LOCATION '${spark.sql.catalog.lake.warehouse}/takeover/orders';
INSERT INTO spark_catalog.shop.orders VALUES
  (1, 'ink', DATE '2026-05-01'), (2, 'pen', DATE '2026-05-01'), (3, 'paper', DATE '2026-05-02');

-- 1. Nobody should write to it while this runs: its name is another one meanwhile. Only footers are read.
CALL spark_catalog.system.migrate('shop.orders');

-- 2. It is a table like any other now.
UPDATE spark_catalog.shop.orders SET item = 'pencil' WHERE id = 2;
DELETE FROM spark_catalog.shop.orders WHERE day = DATE '2026-05-02';
SELECT * FROM spark_catalog.shop.orders ORDER BY id;
SELECT operation, summary['total-records'] AS records FROM spark_catalog.shop.orders.snapshots ORDER BY committed_at;

-- 3. When all is well, the old name goes. No file goes with it.
DROP TABLE spark_catalog.shop.orders_backup_;
SELECT count(*) AS orders FROM spark_catalog.shop.orders;
