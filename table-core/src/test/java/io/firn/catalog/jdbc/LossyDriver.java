package io.firn.catalog.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * A driver for {@code jdbc:lossy:<address of another driver>} whose next write to {@code
 * iceberg_tables} fails with a given SQL state, before or after it was carried out.
 */
final class LossyDriver implements Driver, AutoCloseable {
  private static final String PREFIX = "jdbc:lossy:";

  private boolean armed;
  private boolean carriesOut;
  private String sqlState = "";

  LossyDriver() throws SQLException {
    DriverManager.registerDriver(this);
  }

  /** The next write is carried out, but the answer is this error. */
  void loseNextAnswer(String state) {
    armed = true;
    carriesOut = true;
    sqlState = state;
  }

  /** The next write is not carried out, and the answer is this error. */
  void failNextWrite(String state) {
    armed = true;
    carriesOut = false;
    sqlState = state;
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      // The driver manager asks every driver in turn.
      return null;
    }
    Connection real = DriverManager.getConnection(url.replace(PREFIX, ""), info);
    return proxy(
        Connection.class,
        (proxy, method, arguments) -> {
          Object result = call(real, method, arguments);
          boolean isWrite =
              method.getName().equals("prepareStatement")
                  && !((String) arguments[0]).startsWith("SELECT")
                  && ((String) arguments[0]).contains("iceberg_tables");
          return isWrite ? lossy((PreparedStatement) result) : result;
        });
  }

  private PreparedStatement lossy(PreparedStatement real) {
    return proxy(
        PreparedStatement.class,
        (proxy, method, arguments) -> {
          if (!method.getName().equals("executeUpdate") || !armed) {
            return call(real, method, arguments);
          }
          armed = false;
          if (carriesOut) {
            call(real, method, arguments);
          }
          throw new SQLException("injected", sqlState);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public void close() throws SQLException {
    DriverManager.deregisterDriver(this);
  }
}
