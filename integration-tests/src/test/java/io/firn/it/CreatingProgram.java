package io.firn.it;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;

/**
 * Creates the tables that a test names, at the moment that it says, and tells how each went.
 * Arguments: port of the test, hadoop warehouse, JDBC URI, JDBC warehouse, own name.
 */
final class CreatingProgram {
  private CreatingProgram() {}

  public static void main(String[] args) throws Exception {
    try (SparkSession session = start(args);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
      session.sql("SELECT 1").collect();
      out.println("ready " + args[4]);
      for (String statement = in.readLine(); statement != null; statement = in.readLine()) {
        out.println(run(session, statement.replace("$NAME", args[4])));
      }
    }
  }

  private static String run(SparkSession session, String statement) {
    try {
      session.sql(statement);
      return "created";
    } catch (Exception e) {
      boolean exists = e instanceof TableAlreadyExistsException;
      return exists ? "exists" : "failed: " + e;
    }
  }

  private static SparkSession start(String[] args) {
    return SparkSession.builder()
        .master("local[1]")
        .appName("firn creator " + args[4])
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.catalog.h", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.h.type", "hadoop")
        .config("spark.sql.catalog.h.warehouse", args[1])
        .config("spark.sql.catalog.j", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.j.type", "jdbc")
        .config("spark.sql.catalog.j.uri", args[2])
        .config("spark.sql.catalog.j.warehouse", args[3])
        .getOrCreate();
  }
}
