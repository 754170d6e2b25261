package io.firn.bench.spark;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * TPC-H's order and line item tables as Parquet files, made once and kept; all engines load from
 * them.
 */
final class TpchData {
  private static final int PARTS = 8;
  private static final String LINE_ITEM =
      """
      l_orderkey BIGINT, l_partkey BIGINT, l_suppkey BIGINT, l_linenumber INT, l_quantity DECIMAL(12,2),
      l_extendedprice DECIMAL(12,2), l_discount DECIMAL(12,2), l_tax DECIMAL(12,2), l_returnflag STRING,
      l_linestatus STRING, l_shipdate DATE, l_commitdate DATE, l_receiptdate DATE, l_shipinstruct STRING,
      l_shipmode STRING, l_comment STRING""";
  private static final String ORDER =
      """
      o_orderkey BIGINT, o_custkey BIGINT, o_orderstatus STRING, o_totalprice DECIMAL(12,2), o_orderdate DATE,
      o_orderpriority STRING, o_clerk STRING, o_shippriority INT, o_comment STRING""";

  private final SparkSession session;
  private final Path directory;

  TpchData(SparkSession session, Path directory) {
    this.session = session;
    this.directory = directory;
  }

  /** A relation of all line items, in the order of their keys, for a FROM clause. */
  String lineItems(double factor) {
    return relation("lineitem", factor);
  }

  String orders(double factor) {
    return relation("orders", factor);
  }

  private String relation(String table, double factor) {
    return "parquet.`%s`".formatted(path(table, factor));
  }

  private Path path(String table, double factor) {
    return directory.resolve(String.format(Locale.ROOT, "tpch-%s-%s", factor, table));
  }

  /** Makes the files that are not there. */
  void generate(double factor) {
    write("lineitem", factor, LINE_ITEM, part -> lineItems(factor, part));
    write("orders", factor, ORDER, part -> orders(factor, part));
  }

  private interface Part extends java.io.Serializable {
    Iterator<Row> rows(int number);
  }

  private void write(String table, double factor, String columns, Part part) {
    Path path = path(table, factor);
    if (Files.exists(path.resolve("_SUCCESS"))) {
      return;
    }
    MapPartitionsFunction<Long, Row> rows =
        numbers ->
            numbers.hasNext()
                ? part.rows(Math.toIntExact(numbers.next()))
                : Collections.emptyIterator();
    session
        .range(0, PARTS, 1, PARTS)
        .mapPartitions(rows, Encoders.row(StructType.fromDDL(columns)))
        .write()
        .mode("overwrite")
        .parquet(path.toString());
  }

  private static Iterator<Row> lineItems(double factor, int part) {
    Iterable<LineItem> items = new LineItemGenerator(factor, part + 1, PARTS);
    return StreamSupport.stream(items.spliterator(), false).map(TpchData::row).iterator();
  }

  private static Iterator<Row> orders(double factor, int part) {
    Iterable<Order> orders = new OrderGenerator(factor, part + 1, PARTS);
    return StreamSupport.stream(orders.spliterator(), false).map(TpchData::row).iterator();
  }

  private static Row row(LineItem item) {
    return RowFactory.create(
        item.getOrderKey(),
        item.getPartKey(),
        item.getSupplierKey(),
        item.getLineNumber(),
        BigDecimal.valueOf(item.getQuantity(), 0),
        BigDecimal.valueOf(item.getExtendedPriceInCents(), 2),
        BigDecimal.valueOf(item.getDiscountPercent(), 2),
        BigDecimal.valueOf(item.getTaxPercent(), 2),
        item.getReturnFlag(),
        item.getStatus(),
        date(item.getShipDate()),
        date(item.getCommitDate()),
        date(item.getReceiptDate()),
        item.getShipInstructions(),
        item.getShipMode(),
        item.getComment());
  }

  private static Row row(Order order) {
    return RowFactory.create(
        order.getOrderKey(),
        order.getCustomerKey(),
        String.valueOf(order.getOrderStatus()),
        BigDecimal.valueOf(order.getTotalPriceInCents(), 2),
        date(order.getOrderDate()),
        order.getOrderPriority(),
        order.getClerk(),
        order.getShipPriority(),
        order.getComment());
  }

  private static java.sql.Date date(int days) {
    return java.sql.Date.valueOf(LocalDate.ofEpochDay(days));
  }

  static List<Double> factors(Scale scale) {
    return List.of(scale.factor(), scale.changedFactor());
  }
}
